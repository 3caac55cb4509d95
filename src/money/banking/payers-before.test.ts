import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen } from '../../../test/floor.ts'
import { billFor, customerNamed, openBank } from './banking.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const today = '2026-10-05'
const spent = { category: 'rent' as const, supplier: 'Corniche Estates', tax: 0, method: 'transfer' as const }
const reason = 'Entered wrongly'

test('an accepted line teaches its name: the next line with it is proposed for the same customer or supplier, until it is undone', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf } = base
  const [jane, ben] = [await customerNamed(base, 'Jane Elm'), await customerNamed(base, 'Ben Ash')]
  const first = await billFor(base, jane, 6_000)
  await importLines([
    { day: today, amount: 6_000, name: 'M Oak Trust' },
    { day: today, amount: -9_900, name: 'CE Holding' },
  ])
  const line = await calls.banking.accept({ ...seen(await lineOf(6_000)), documents: [{ kind: 'bill', id: first.id }] })
  const expense = { category: 'rent' as const, supplier: 'Corniche Estates', tax: 0 }
  await calls.banking.accept({ ...seen(await lineOf(-9_900)), expense })
  const [second] = [await billFor(base, jane, 7_000), await billFor(base, ben, 7_000)]
  const rent = await calls.expenses.create({ ...spent, day: today, amount: 8_800, isUnpaid: true })
  await importLines([
    { day: today, amount: 7_000, name: 'M OAK TRUST', text: 'Swimming' },
    { day: today, amount: -8_800, name: 'CE HOLDING' },
  ])
  const reasons = expect.arrayContaining([{ kind: 'payer', value: null }])
  expect((await lineOf(7_000)).proposal).toMatchObject({ items: [{ id: second?.id }], isSure: false, reasons })
  expect((await lineOf(-8_800)).proposal).toMatchObject({ items: [{ id: rent.id }], isSure: false, reasons })
  await calls.banking.undo({ ...seen(line), reason })
  expect((await lineOf(7_000)).proposal?.reasons ?? []).not.toEqual(reasons)
})
