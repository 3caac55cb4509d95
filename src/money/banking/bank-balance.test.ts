import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../../../scripts/demo/random.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { seen, travel } from '../../../test/floor.ts'
import { acceptance, billFor, customerNamed, dayAfter, explainedBalance, noon, openBank, type BankSampleLine } from './banking.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const today = '2026-10-05'
const spent = { category: 'rent' as const, supplier: 'Corniche Estates', tax: 0, method: 'transfer' as const }

test('the books’ check finds a match whose entries are not the line’s amount, or are of another account', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, savings } = base
  await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000, 'transfer')
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK' }])
  const line = await calls.banking.accept(acceptance(await lineOf(6_000)))
  const change = (set: { amount: number } | { matchedAt: null; matchedBy: null }) =>
    asOwner(app.app.db, (db) => db.updateTable('bankLines').set(set).where('id', '=', line.id).execute())
  await change({ amount: 6_001 })
  expect(await check()).toEqual([{ kind: 'bank.line', id: line.id, expected: 6_001, found: 6_000 }])
  await change({ amount: 6_000 })
  expect(await check()).toEqual([])
  const place = (account: string) =>
    asOwner(app.app.db, (db) => db.updateTable('bankMatches').set({ account }).where('line', '=', line.id).execute())
  await place(savings)
  expect(await check()).toEqual([{ kind: 'bank.line', id: line.id, expected: 6_000, found: 0 }])
  await place(base.bank)
  await change({ matchedAt: null, matchedBy: null })
  expect(await check()).toEqual([{ kind: 'bank.line', id: line.id, expected: 0, found: 6_000 }])
})

test('after any acceptances and undos the bank’s balance is the ledger’s and the listed rows, on each day', async () => {
  const base = await openBank(app)
  const { calls, importLines, bank, check } = base
  const random = seeded(20)
  const lines: BankSampleLine[] = []
  for (let at = 0; at < 12; at++) {
    const [day, amount] = [dayAfter(-random.between(0, 6)), random.between(1, 9) * 100]
    await calls.expenses.create({ ...spent, day, amount, supplier: random.pick(['Corniche Estates', 'Northern Power']) })
    if (at % 3 !== 0)
      lines.push({ day: dayAfter(random.between(-3, 3)), amount: -amount, text: random.pick(['CORNICHE ESTATES', 'NORTHERN POWER', 'DD']) })
  }
  for (let at = 0; at < 4; at++) {
    const { number } = await billFor(base, await customerNamed(base, `Jane ${['Oak', 'Elm', 'Hazel', 'Birch'][at]}`), 6_000)
    lines.push({ day: dayAfter(at - 2), amount: 6_000, reference: number })
  }
  await travel(app, base.owner, noon(dayAfter(5)))
  await importLines(lines, 50_000)
  const compare = async () => {
    for (const after of [-2, 0, 1, 3, 5]) await explainedBalance(base, dayAfter(after))
  }
  await compare()
  for (let turn = 0; turn < 30; turn++) {
    const open = (await calls.banking.lines({ account: bank })).rows.filter(({ proposal }) => proposal !== null)
    const matched = (await calls.banking.lines({ account: bank, state: 'matched' })).rows
    if (open.length > 0 && (matched.length === 0 || random.chance(0.7))) await calls.banking.accept(acceptance(random.pick(open)))
    else if (matched.length > 0) await calls.banking.undo({ ...seen(random.pick(matched)), reason: 'Again' })
    if (turn % 5 === 0) await compare()
  }
  await compare()
  expect((await calls.banking.lines({ account: bank })).matched).toBeGreaterThan(0)
  expect(await check()).toEqual([])
})

test('lines that are missing between two files are a row of their own', async () => {
  const base = await openBank(app)
  const { importLines } = base
  await importLines([{ day: '2026-09-01', amount: 1_000 }], 500)
  await importLines([{ day: '2026-09-20', amount: 300 }], 2_000)
  expect(await explainedBalance(base, '2026-09-10')).toMatchObject({ theirs: 1_500, missing: 0, atStart: 500 })
  expect(await explainedBalance(base)).toMatchObject({ theirs: 2_300, missing: 500, atStart: 500, lines: 1_300 })
})

test('the month-end counts lines that are not matched, where there are bank files', async () => {
  const { calls, bank, importLines, lineOf } = await openBank(app)
  const counted = async () => (await calls.finance.monthEnd({ month: '2026-10' })).bank
  expect(await counted()).toBe(null)
  await importLines([{ day: today, amount: -320, text: 'Coffee' }])
  expect(await counted()).toEqual({ count: 1, account: bank })
  const expense = { category: 'other' as const, supplier: 'Café', tax: 0 }
  await calls.banking.accept({ ...seen(await lineOf(-320)), expense })
  expect(await counted()).toEqual({ count: 0, account: null })
})
