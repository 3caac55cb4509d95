import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen, travel } from '../../../test/floor.ts'
import { acceptance, billFor, customerNamed, dayAfter, fileOf, noon, openBank } from './banking.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const today = '2026-10-05'
const spent = { category: 'rent' as const, supplier: 'Corniche Estates', tax: 0, method: 'transfer' as const }
const reason = 'Entered wrongly'

test('a payment that a line of the bank is, is reversed only after its match is undone', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check } = base
  const bill = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000, 'transfer')
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK' }])
  const accepted = await calls.banking.accept(acceptance(await lineOf(6_000)))
  const reverse = () => calls.sales.reversePayment({ sale: bill.id, payment: bill.payment, reason })
  expect(await refusal(reverse())).toBe('document/matched')
  expect((await calls.sales.get({ id: bill.id })).due).toBe(0)
  expect(await calls.banking.undo({ ...seen(accepted), reason })).toMatchObject({ stay: 0, matchedAt: null })
  await reverse()
  expect((await calls.sales.get({ id: bill.id })).due).toBe(6_000)
  expect(await check()).toEqual([])
})

test('a matched expense keeps its amount, account and day, and everything else of it can be corrected', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, savings } = base
  const row = await calls.expenses.create({ ...spent, day: '2026-10-03', amount: 10_500, tax: 500 })
  await importLines([{ day: '2026-10-04', amount: -10_500, text: 'CORNICHE ESTATES' }])
  const accepted = await calls.banking.accept(acceptance(await lineOf(-10_500)))
  const change = async (more: object) => refusal(calls.expenses.update({ ...seen(await calls.expenses.get({ id: row.id })), ...more }))
  const changes = [{ amount: 10_000 }, { day: '2026-10-02' }, { account: savings }, { method: 'cash' }, { isUnpaid: true }]
  for (const one of changes) expect(await change(one), JSON.stringify(one)).toBe('document/matched')
  expect(await refusal(calls.expenses.void({ ...seen(row), reason }))).toBe('document/matched')
  expect(await change({ tax: 1_000, category: 'utilities', note: 'Water' })).toBe('accepted')
  expect(await check()).toEqual([])
  await calls.banking.undo({ ...seen(accepted), reason })
  expect(await change({ amount: 10_000 })).toBe('accepted')
  const corrected = await calls.expenses.get({ id: row.id })
  expect(corrected).toMatchObject({ amount: 10_000, tax: 1_000, state: 'booked' })
  await calls.expenses.void({ ...seen(corrected), reason })
  expect(await check()).toEqual([])
})

test('a transfer that lines of two banks are, is undone only where no other line is matched with it', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, bank, savings } = base
  await importLines([{ day: today, amount: 30_000, text: 'FROM SAVINGS' }])
  const line = await calls.banking.accept({ ...seen(await lineOf(30_000)), move: { kind: 'transfer', account: savings } })
  await calls.banking.importFile(fileOf(savings, [{ day: today, amount: -30_000, text: 'TO CURRENT' }]))
  const [open] = (await calls.banking.lines({ account: savings })).rows
  const other = await calls.banking.accept(acceptance(open!))
  const book = await calls.cashbook.book({ account: bank, from: today, to: today })
  const move = book.rows[0]!.move!
  expect(await refusal(calls.cashbook.reverse({ ...seen(move), reason }))).toBe('document/matched')
  expect(await refusal(calls.banking.undo({ ...seen(line), reason }))).toBe('document/matched')
  expect((await calls.banking.lines({ account: bank, state: 'matched' })).total).toBe(1)
  await calls.banking.undo({ ...seen(other), reason })
  await calls.banking.undo({ ...seen(line), reason })
  expect((await calls.cashbook.book({ account: bank, from: today, to: today })).closing).toBe(0)
  expect(await check()).toEqual([])
})

test('card payments that a settlement paid out are reversed only after its match is undone', async () => {
  const base = await openBank(app)
  const { calls, owner, importLines, lineOf, check } = base
  const jane = await customerNamed(base, 'Jane Oak')
  const bill = await billFor(base, jane, 6_000, 'card')
  await billFor(base, jane, 4_500, 'card')
  await travel(app, owner, noon(dayAfter(1)))
  await importLines([{ day: dayAfter(1), amount: 10_340, text: 'CARDWISE SETTLEMENT' }])
  const line = await calls.banking.accept(acceptance(await lineOf(10_340)))
  const reverse = () => calls.sales.reversePayment({ sale: bill.id, payment: bill.payment, reason })
  expect(await refusal(reverse())).toBe('document/matched')
  const [fee] = (await calls.expenses.list({ category: 'fees' })).rows
  expect(await refusal(calls.expenses.void({ ...seen(fee!), reason }))).toBe('document/matched')
  await calls.banking.undo({ ...seen(line), reason })
  await reverse()
  expect(await check()).toEqual([])
})

test('undo leaves a payment of which money was refunded, and says so', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check } = base
  const bill = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000)
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK', reference: bill.number }])
  const line = await calls.banking.accept(acceptance(await lineOf(6_000)))
  await calls.sales.refund({ sale: bill.id, amount: 1_000, method: 'transfer', reason: 'Torn' })
  expect(await calls.banking.undo({ ...seen(line), reason })).toMatchObject({ stay: 1, matchedAt: null })
  expect((await calls.sales.get({ id: bill.id })).payments).toHaveLength(1)
  expect(await check()).toEqual([])
  const again = await lineOf(6_000)
  expect(again.proposal).toMatchObject({ items: [{ kind: 'payment', sale: bill.id }] })
  await calls.banking.accept(acceptance(again))
  expect(await check()).toEqual([])
})

test('undo after a month is closed leaves an expense that the line paid, and voids today one that was entered', async () => {
  const base = await openBank(app)
  const { calls, owner, importLines, lineOf, check } = base
  const unpaid = await calls.expenses.create({ ...spent, day: '2026-10-01', amount: 7_000, isUnpaid: true })
  await importLines([
    { day: '2026-10-04', amount: -7_000, text: 'CORNICHE ESTATES' },
    { day: '2026-10-04', amount: -1_500, text: 'ACCOUNT CHARGE' },
  ])
  const paid = await calls.banking.accept(acceptance(await lineOf(-7_000)))
  const expense = { category: 'fees' as const, supplier: 'Bank', tax: 0 }
  const entered = await calls.banking.accept({ ...seen(await lineOf(-1_500)), expense })
  await travel(app, owner, noon('2026-11-02'))
  await calls.finance.close({ month: '2026-10' })
  expect(await calls.banking.undo({ ...seen(paid), reason })).toMatchObject({ stay: 1, matchedAt: null })
  expect(await calls.expenses.get({ id: unpaid.id })).toMatchObject({ isUnpaid: false, paidOn: '2026-10-04' })
  expect(await calls.banking.undo({ ...seen(entered), reason })).toMatchObject({ stay: 0 })
  expect((await calls.expenses.list({ category: 'fees' })).rows).toMatchObject([{ state: 'void', voidedOn: '2026-11-02' }])
  // It can still be voided, which posts today.
  await calls.expenses.void({ ...seen(await calls.expenses.get({ id: unpaid.id })), reason })
  expect(await check()).toEqual([])
})

test('an expense that a closed month refuses does not stop the other sure lines', async () => {
  const base = await openBank(app)
  const { calls, owner, importLines, lineOf, bank } = base
  await calls.expenses.create({ ...spent, day: '2026-10-01', amount: 7_000, isUnpaid: true })
  await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000, 'transfer')
  await importLines([
    { day: '2026-10-04', amount: -7_000, text: 'CORNICHE ESTATES RENT' },
    { day: today, amount: 6_000, name: 'JANE OAK' },
  ])
  expect((await calls.banking.lines({ account: bank })).sure).toBe(2)
  await travel(app, owner, noon('2026-11-02'))
  await calls.finance.close({ month: '2026-10' })
  expect(await calls.banking.acceptSure({ account: bank })).toEqual({ accepted: 1, left: 0 })
  const line = await lineOf(-7_000)
  expect(line.proposal).toMatchObject({ isSure: false })
  expect(await refusal(calls.banking.accept(acceptance(line)))).toBe('month/closed')
})

test('of two who accept one entry for two lines at once one is refused, and sure lines are accepted once', async () => {
  const base = await openBank(app)
  const { calls, importLines, open, check, bank } = base
  const jane = await customerNamed(base, 'Jane Oak')
  const { payment } = await billFor(base, jane, 6_000, 'transfer')
  await importLines([
    { day: today, amount: 6_000, text: 'Deposit' },
    { day: today, amount: 6_000, text: 'Deposit' },
  ])
  const [first, second] = await open()
  const [entry] = (await calls.banking.balance({ account: bank })).entries.rows
  const both = [first!, second!].map((line) => refusal(calls.banking.accept({ ...seen(line), entries: entry!.entries })))
  expect((await Promise.all(both)).toSorted()).toEqual(['accepted', 'match/changed'])
  const bills = [await billFor(base, jane, 1_234), await billFor(base, jane, 2_345)]
  await importLines(bills.map(({ total, number }) => ({ day: today, amount: total, name: 'JANE OAK', reference: number })))
  const answers = await Promise.all([calls.banking.acceptSure({ account: bank }), calls.banking.acceptSure({ account: bank })])
  expect(answers.map(({ accepted }) => accepted).toSorted((a, b) => a - b)).toEqual([0, 2])
  for (const { id } of bills) expect((await calls.sales.get({ id })).payments).toHaveLength(1)
  expect(payment).not.toBe('')
  expect(await check()).toEqual([])
})

test('entries of one expense are one row that a line can be matched with, and what a day undoes itself is none', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, bank } = base
  const wrong = await calls.expenses.create({ ...spent, day: today, amount: 900 })
  await calls.expenses.void({ ...seen(wrong), reason })
  await calls.expenses.create({ ...spent, day: today, amount: 10_500, tax: 500 })
  await importLines([{ day: today, amount: -10_500, text: 'Standing order' }])
  const { rows, count, amount } = (await calls.banking.balance({ account: bank })).entries
  expect([count, amount, rows.map((row) => row.entries.length)]).toEqual([1, -10_500, [2]])
  await calls.banking.accept({ ...seen(await lineOf(-10_500)), entries: rows[0]!.entries })
  expect(await check()).toEqual([])
})

test('open lines of an archived account hold up no month', async () => {
  const base = await openBank(app)
  const { calls, savings } = base
  await calls.banking.importFile(fileOf(savings, [{ day: today, amount: 50, text: 'Interest' }]))
  const bankRow = async () => (await calls.finance.monthEnd({ month: '2026-10' })).bank
  expect(await bankRow()).toMatchObject({ count: 1, account: savings })
  await calls.cashbook.archiveAccount({ id: savings, version: 1 })
  expect(await bankRow()).toBe(null)
})
