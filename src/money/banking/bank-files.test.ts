import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { acceptance, billFor, customerNamed, explainedBalance, fileOf, openBank } from './banking.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const today = '2026-10-05'
const coffee = { day: today, amount: -320, text: 'Coffee' }
const interest = { day: today, amount: 50, text: 'Interest' }

test('a file is removed with the lines that it added, once, and its balances no longer count', async () => {
  const base = await openBank(app)
  const { calls, bank, check } = base
  const [first, second] = [fileOf(bank, [coffee, interest], 1_000), fileOf(bank, [interest, { ...coffee, amount: -900 }])]
  await calls.banking.importFile(first)
  await calls.banking.importFile(second)
  const files = async () => (await calls.banking.files({ account: bank })).rows
  expect(await files()).toMatchObject([
    { id: second.id, lines: 1, matched: 0, fromDay: today, toDay: today },
    { id: first.id, lines: 2, importedBy: expect.stringContaining('@') },
  ])
  const answers = await Promise.all([calls.banking.removeFile({ id: first.id }), calls.banking.removeFile({ id: first.id })])
  expect(answers.map(({ lines }) => lines).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect((await files()).map(({ id }) => id)).toEqual([second.id])
  expect(await calls.banking.balance({ account: bank })).toMatchObject({ bank: null, lines: { count: 1, amount: -900 } })
  // The second file has the line that only the first had added.
  expect(await calls.banking.importFile(second)).toMatchObject({ added: 1, known: 1 })
  expect(await calls.banking.importFile(first)).toMatchObject({ added: 1, known: 1 })
  expect((await explainedBalance(base)).theirs).toBe(730 - 900)
  expect(await check()).toEqual([])
})

test('a file of which a line is matched stays until that is undone, and none of another business is removed', async () => {
  const base = await openBank(app)
  const { calls, bank, lineOf, open } = base
  const bill = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000, 'transfer')
  const file = fileOf(bank, [coffee, { day: today, amount: bill.total, name: 'JANE OAK' }])
  await calls.banking.importFile(file)
  const line = await calls.banking.accept(acceptance(await lineOf(bill.total)))
  expect(await refusal(calls.banking.removeFile({ id: file.id }))).toBe('file/matched')
  expect((await open()).length).toBe(1)
  const other = await openBank(app)
  expect(await refusal(other.calls.banking.removeFile({ id: file.id }))).toBe('document/not-found')
  expect(await refusal(other.calls.banking.files({ account: bank }))).toBe('document/not-found')
  await calls.banking.undo({ ...seen(line), reason: 'Wrong file' })
  expect(await calls.banking.removeFile({ id: file.id })).toEqual({ id: file.id, lines: 2 })
  expect(await open()).toEqual([])
})

test('owners and accountants remove files, managers list them', async () => {
  const { calls, owner, bank } = await openBank(app)
  const file = fileOf(bank, [coffee])
  await calls.banking.importFile(file)
  const tried = async (role: Role) => {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    return [await refusal(calls.banking.files({ account: bank })), await refusal(calls.banking.removeFile({ id: file.id }))]
  }
  const no = 'permission/denied'
  expect(await tried('manager')).toEqual(['accepted', no])
  expect(await tried('frontDesk')).toEqual([no, no])
  expect(await tried('trainer')).toEqual([no, no])
  expect(await tried('accountant')).toEqual(['accepted', 'accepted'])
})
