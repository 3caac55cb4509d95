import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen, travel } from '../../../test/floor.ts'
import { acceptance, billFor, customerNamed, dayAfter, explainedBalance, fileOf, noon, openBank } from './banking.sample.ts'
import type { BankLineRow } from './banking.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const today = '2026-10-05'
const spent = { category: 'rent' as const, supplier: 'Corniche Estates', tax: 0, method: 'transfer' as const }

test('a file that is imported twice, or by two at once, doubles nothing, and equal lines of a day stay two', async () => {
  const { calls, bank, importLines, open } = await openBank(app)
  const coffee = { day: today, amount: -320, text: 'Coffee' }
  const lines = [coffee, coffee, { day: today, amount: 6_000, name: 'Jane Oak' }]
  expect(await importLines(lines)).toMatchObject({ added: 3, known: 0 })
  expect(await importLines(lines)).toMatchObject({ added: 0, known: 3 })
  const later = [...lines, { day: today, amount: 50, text: 'Interest' }]
  const both = await Promise.all([importLines(later), importLines(later)])
  expect(both.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect((await open()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-320, -320, 50, 6_000])
  const worded = [{ day: today, amount: 6_000, name: 'OAK JANE', text: 'FPI' }]
  expect(await calls.banking.check({ account: bank, lines: fileOf(bank, [...worded, coffee]).lines })).toEqual({ known: [2], doubles: [1] })
})

test('the chunks of one file belong to it, and its id names no other file', async () => {
  const { calls, bank } = await openBank(app)
  const file = fileOf(bank, [
    { day: today, amount: 100 },
    { day: today, amount: 200 },
  ])
  const [first, second] = file.lines
  if (!first || !second) throw new Error('Two lines')
  expect(await calls.banking.importFile({ ...file, lines: [first] })).toMatchObject({ added: 1 })
  expect(await calls.banking.importFile({ ...file, lines: [second] })).toMatchObject({ added: 1 })
  expect(await calls.banking.importFile({ ...file, lines: [second] })).toMatchObject({ added: 0 })
  expect(await refusal(calls.banking.importFile({ ...file, name: 'december.csv' }))).toBe('request/reused')
})

test('only an active bank account of the business takes files', async () => {
  const { calls, till, importLines, bank } = await openBank(app)
  const other = await openBank(app)
  const lines = [{ day: today, amount: 100 }]
  expect(await refusal(calls.banking.importFile(fileOf(till, lines)))).toBe('banking.account.kind')
  expect(await refusal(calls.banking.importFile(fileOf(other.bank, lines)))).toBe('document/not-found')
  expect(await refusal(calls.banking.check({ account: other.bank, lines: fileOf(bank, lines).lines }))).toBe('document/not-found')
  await other.importLines(lines)
  await importLines(lines)
  const [foreign] = await other.open()
  const own = await billFor(other, await customerNamed(other, 'Jane Oak'), 100, 'transfer')
  if (!foreign) throw new Error('A line')
  expect(await refusal(calls.banking.accept({ ...seen(foreign), entries: [], documents: [] }))).toBe('document/not-found')
  expect(await refusal(calls.banking.undo({ ...seen(foreign), reason: 'No' }))).toBe('document/not-found')
  expect(await refusal(calls.banking.lines({ account: other.bank }))).toBe('document/not-found')
  expect(await refusal(calls.banking.balance({ account: other.bank }))).toBe('document/not-found')
  expect(await refusal(calls.banking.acceptSure({ account: other.bank }))).toBe('document/not-found')
  const line = (await calls.banking.lines({ account: bank })).rows[0]
  if (!line) throw new Error('A line')
  const documents = [{ kind: 'bill' as const, id: own.id }]
  expect(await refusal(calls.banking.accept({ ...seen(line), documents }))).toBe('document/not-found')
  expect(await refusal(calls.banking.accept({ ...seen(line), entries: [own.payment] }))).toBe('match/changed')
})

test('a line matches the payment that is in the books already, once, and undo leaves it there', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, bank } = base
  const { payment } = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000, 'transfer')
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK' }], 1_000)
  const line = await lineOf(6_000)
  expect(line.proposal).toMatchObject({ isSure: true, items: [{ id: payment, kind: 'payment' }] })
  const sent = acceptance(line)
  expect(await calls.banking.accept(sent)).toMatchObject({ items: [{ id: payment }], version: 2 })
  expect(await calls.banking.accept(sent)).toMatchObject({ items: [{ id: payment }], version: 2 })
  expect(await check()).toEqual([])
  expect(await explainedBalance(base)).toEqual({ theirs: 7_000, ledger: 6_000, atStart: 1_000, missing: 0, lines: 0, entries: 0 })
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK', text: 'Again' }])
  const again = await lineOf(6_000)
  expect(again.proposal).toBe(null)
  expect(await refusal(calls.banking.accept({ ...sent, ...seen(again) }))).toBe('match/changed')
  expect(await refusal(calls.banking.undo({ ...seen(line), reason: 'Wrong' }))).toBe('request/stale')
  const undone = await calls.banking.undo({ id: line.id, version: 2, reason: 'Wrong' })
  expect(undone).toMatchObject({ matchedAt: null, items: [], version: 3 })
  expect(await refusal(calls.banking.accept(sent))).toBe('request/stale')
  expect((await calls.banking.lines({ account: bank, state: 'matched' })).rows).toEqual([])
  expect((await calls.cashbook.book({ account: bank, from: today, to: today })).rows).toHaveLength(1)
  expect(await check()).toEqual([])
})

test('a line pays open bills, in part too, and undo makes them due again', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check } = base
  const jane = await customerNamed(base, 'Jane Oak')
  const [first, second] = [await billFor(base, jane, 6_000), await billFor(base, jane, 4_500)]
  // Longer than the reference of a payment may be.
  const stated = `${first.number} ${second.number} ${'monthly fee '.repeat(6)}`.trim()
  await importLines([
    { day: today, amount: 10_500, name: 'JANE OAK', reference: stated },
    { day: today, amount: 1_000, name: 'SARA ELM' },
  ])
  const line = await lineOf(10_500)
  expect(line.proposal).toMatchObject({ isSure: true, difference: 0 })
  const accepted = await calls.banking.accept(acceptance(line))
  expect(accepted.items).toHaveLength(2)
  expect((await calls.sales.get({ id: first.id })).due).toBe(0)
  expect(await check()).toEqual([])
  expect((await calls.sales.get({ id: first.id })).payments[0]?.reference).toBe(stated.slice(0, 60).trim())
  const undone = await calls.banking.undo({ ...seen(accepted), reason: 'Wrong customer' })
  expect((await calls.sales.get({ id: first.id })).due).toBe(6_000)
  expect((await calls.sales.get({ id: second.id })).payments).toHaveLength(2)
  await calls.banking.accept({ ...acceptance(line), ...seen(undone) })
  const third = await billFor(base, jane, 6_000)
  const part = await lineOf(1_000)
  await calls.banking.accept({ ...seen(part), documents: [{ kind: 'bill', id: third.id }] })
  expect((await calls.sales.get({ id: third.id })).due).toBe(5_000)
  expect(await check()).toEqual([])
})

test('a line of more than a bill is not accepted for it, and nothing is written', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf } = base
  const bill = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000)
  await importLines([{ day: today, amount: 7_000, name: 'JANE OAK', reference: bill.number }])
  const line = await lineOf(7_000)
  expect(line.proposal).toBe(null)
  expect(await refusal(calls.banking.accept({ ...seen(line), documents: [{ kind: 'bill', id: bill.id }] }))).toBe('match/changed')
  expect((await calls.sales.get({ id: bill.id })).due).toBe(6_000)
})

test('a line pays an unpaid expense on its day, and undo makes it unpaid', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check } = base
  const expense = await calls.expenses.create({ ...spent, day: '2026-10-01', amount: 90_000, isUnpaid: true, dueOn: '2026-10-20' })
  await importLines([{ day: '2026-10-04', amount: -90_000, text: 'CORNICHE ESTATES RENT' }])
  const line = await lineOf(-90_000)
  expect(line.proposal).toMatchObject({ isSure: true, items: [{ kind: 'supplierBill', id: expense.id }] })
  const accepted = await calls.banking.accept(acceptance(line))
  expect(await calls.expenses.get({ id: expense.id })).toMatchObject({ isUnpaid: false, paidOn: '2026-10-04' })
  expect(await check()).toEqual([])
  await calls.banking.undo({ ...seen(accepted), reason: 'Another rent' })
  expect(await calls.expenses.get({ id: expense.id })).toMatchObject({ isUnpaid: true, paidOn: null })
  expect(await check()).toEqual([])
})

test('a settlement pays out a terminal’s takings less a fee, which is an expense', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, card, bank } = base
  const jane = await customerNamed(base, 'Jane Oak')
  for (const amount of [6_000, 4_500, 12_000]) await billFor(base, jane, amount, 'card')
  await travel(app, base.owner, noon(dayAfter(1)))
  await importLines([{ day: dayAfter(1), amount: 22_163, text: 'CARDWISE SETTLEMENT 77120' }])
  const line = await lineOf(22_163)
  expect(line.proposal).toMatchObject({ isSure: false, difference: -337 })
  expect(await calls.banking.acceptSure({ account: bank })).toEqual({ accepted: 0, left: 0 })
  const accepted = await calls.banking.accept(acceptance(line))
  const balances = async () => Object.fromEntries((await calls.cashbook.accounts({})).rows.map(({ id, balance }) => [id, balance]))
  expect(await balances()).toMatchObject({ [card]: 0, [bank]: 22_163 })
  expect((await calls.expenses.list({ category: 'fees' })).rows).toMatchObject([{ supplier: 'Cardwise', amount: 337, account: card }])
  expect(await check()).toEqual([])
  await calls.banking.undo({ ...seen(accepted), reason: 'Wrong day' })
  expect(await balances()).toMatchObject({ [card]: 22_500, [bank]: 0 })
  expect(await check()).toEqual([])
  const again = await lineOf(22_163)
  expect(again.proposal).toMatchObject({ difference: -337 })
})

test('a line is entered as an expense, a transfer or a tax payment, in its own direction', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check, savings } = base
  await importLines([
    { day: today, amount: -1_500, text: 'ACCOUNT CHARGE' },
    { day: today, amount: 30_000, text: 'FROM SAVINGS' },
    { day: today, amount: -700, text: 'HMRC' },
  ])
  const [charge, moved, tax] = [await lineOf(-1_500), await lineOf(30_000), await lineOf(-700)]
  const fee = { category: 'fees' as const, supplier: 'Bank', tax: 0 }
  const enter = (line: BankLineRow, document: Pick<Parameters<typeof calls.banking.accept>[0], 'expense' | 'move'>) =>
    calls.banking.accept({ ...seen(line), ...document })
  expect(await refusal(enter(moved, { expense: fee }))).toBe('banking.enter.direction')
  expect(await refusal(enter(charge, { move: { kind: 'ownerIn' } }))).toBe('banking.enter.direction')
  expect(await refusal(enter(charge, { expense: { ...fee, supplier: '' } }))).toBe('expenses.supplier.required')
  expect(await refusal(enter(charge, { expense: { ...fee, tax: 1_501 } }))).toBe('expenses.tax.more')
  expect(await refusal(enter(moved, { move: { kind: 'transfer' } }))).toBe('cashbook.into.same')
  const paid = await enter(charge, { expense: { ...fee, tax: 71 } })
  expect(paid.items).toMatchObject([{ kind: 'expense', amount: -1_500, entries: [expect.any(String), expect.any(String)] }])
  const transfer = await enter(moved, { move: { kind: 'transfer', account: savings } })
  await enter(tax, { move: { kind: 'taxPaid' } })
  expect(await check()).toEqual([])
  await calls.banking.importFile(fileOf(savings, [{ day: today, amount: -30_000, text: 'TO CURRENT' }]))
  const [other] = (await calls.banking.lines({ account: savings })).rows
  if (!other) throw new Error('A line')
  expect(other.proposal).toMatchObject({ items: [{ kind: 'transfer' }] })
  const matched = await calls.banking.accept(acceptance(other))
  expect(await check()).toEqual([])
  await calls.banking.undo({ ...seen(paid), reason: 'No fee' })
  await calls.banking.undo({ ...seen(matched), reason: 'Not ours' })
  await calls.banking.undo({ ...seen(transfer), reason: 'Not ours' })
  expect(await check()).toEqual([])
})

test('two members who accept one line match it once, and pay its bill once', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, check } = base
  const bill = await billFor(base, await customerNamed(base, 'Jane Oak'), 6_000)
  await importLines([{ day: today, amount: 6_000, name: 'JANE OAK', reference: bill.number }])
  const sent = acceptance(await lineOf(6_000))
  const [first, second] = await Promise.all([calls.banking.accept(sent), calls.banking.accept(sent)])
  expect(first).toEqual(second)
  expect((await calls.sales.get({ id: bill.id })).payments).toHaveLength(1)
  expect(await check()).toEqual([])
})

test('a closed month refuses documents that a line would enter in it, and takes matches with its entries', async () => {
  const base = await openBank(app)
  const { calls, importLines, lineOf, bank } = base
  const paid = await calls.expenses.create({ ...spent, day: '2026-10-03', amount: 5_000 })
  const unpaid = await calls.expenses.create({ ...spent, day: '2026-10-04', amount: 7_000, isUnpaid: true })
  await travel(app, base.owner, noon('2026-11-02'))
  await importLines([
    { day: today, amount: -1_500, text: 'ACCOUNT CHARGE' },
    { day: today, amount: -5_000, text: 'CORNICHE ESTATES' },
    { day: today, amount: -7_000, text: 'CORNICHE ESTATES' },
  ])
  await calls.finance.close({ month: '2026-10' })
  const expense = { category: 'fees' as const, supplier: 'Bank', tax: 0 }
  expect(await refusal(calls.banking.accept({ ...seen(await lineOf(-1_500)), expense }))).toBe('month/closed')
  const documents = [{ kind: 'supplierBill' as const, id: unpaid.id }]
  expect(await refusal(calls.banking.accept({ ...seen(await lineOf(-7_000)), documents }))).toBe('month/closed')
  expect(await calls.banking.accept(acceptance(await lineOf(-5_000)))).toMatchObject({ items: [{ id: paid.id }] })
  expect((await calls.banking.lines({ account: bank })).open).toBe(2)
})

test('owners and accountants match, managers look on, and others see nothing', async () => {
  const base = await openBank(app)
  const { calls, owner, importLines, lineOf, bank } = base
  await importLines([{ day: today, amount: -320, text: 'Coffee' }])
  const line = await lineOf(-320)
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const expense = { category: 'other' as const, supplier: 'Café', tax: 0 }
  const tried = async () => [
    await refusal(calls.banking.lines({ account: bank })),
    await refusal(calls.banking.balance({ account: bank })),
    await refusal(importLines([{ day: today, amount: 1 }])),
    await refusal(calls.banking.acceptSure({ account: bank })),
    await refusal(calls.banking.accept({ ...seen(line), expense })),
    await refusal(calls.banking.undo({ id: line.id, version: 2, reason: 'No' })),
  ]
  const [yes, no] = ['accepted', 'permission/denied']
  for (const [role, expected] of [
    ['manager', [yes, yes, no, no, no, no]],
    ['frontDesk', [no, no, no, no, no, no]],
    ['trainer', [no, no, no, no, no, no]],
    ['accountant', [yes, yes, yes, yes, yes, yes]],
  ] as const) {
    await as(role)
    expect(await tried(), role).toEqual(expected)
  }
})
