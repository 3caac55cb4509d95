import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, start, travel } from '../../../test/floor.ts'
import { accounts, raisedByCredit, entrySources } from '#business/ledger/ledger.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const days = { from: '2026-10-01', to: '2026-10-31' }
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const paid = (method: 'cash' | 'card', amount: number) => ({ method, amount, reference: '' })

test('all entries that are asked for come to what they are, whichever way they are narrowed, and lead to a trainer’s pay', async () => {
  const { calls, owner, made, trainer } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  const first = await calls.sales.sell({ items: [free(10_500)], payments: [paid('cash', 10_500)], total: 10_500 })
  await calls.sales.sell({
    customer: amal.id,
    items: [{ kind: 'batch', batch: made.id }],
    discount: { kind: 'percent', value: 1000 },
    discountReason: 'A friend',
    payments: [paid('card', 20_000)],
    total: 31_500,
  })
  await calls.sales.refund({ sale: first.id, amount: 4200, method: 'cash', reason: 'Torn' })
  const spent = { category: 'equipment', supplier: 'Goals', amount: 6300, tax: 300, day: '2026-10-05', method: 'cash' } as const
  await calls.expenses.create({ ...spent, batch: made.id })
  await travel(app, owner, start + 28 * day)
  await calls.payroll.adjust({ trainer: trainer.id, month: '2026-10', amount: 12_000, reason: 'A match day' })
  await calls.finance.close({ month: '2026-10' })
  const pay = await calls.payroll.pay({ trainer: trainer.id, amount: 5000, method: 'cash' })

  const all = await calls.finance.entries(days)
  const sum = (rows: { amount: number }[]) => rows.reduce((whole, { amount }) => whole + amount, 0)
  expect(all.found).toMatchObject({ total: all.rows.length, amount: sum(all.rows), names: { batch: null, trainer: null } })
  // Money matches the statement, in total and in each of its lines.
  const statement = await calls.finance.statement(days)
  const change = ({ found }: typeof all) => (found ? found.in - found.out : null)
  expect(all.found).toMatchObject({ in: 30_500, out: 10_500 })
  expect(change(all)).toBe(statement.closing - statement.opening)
  for (const { source, method, amount, count } of statement.movements) {
    const behind = await calls.finance.entries({ ...days, source, ...(method ? { method: method as 'cash' } : {}) })
    expect([change(behind), behind.found?.total]).toEqual([amount, count])
  }
  // A single account: what reached it and what left it; over all accounts each entry occurs twice.
  let twice = 0
  for (const account of accounts) {
    const { rows, found } = await calls.finance.entries({ ...days, account })
    expect(found).toMatchObject({
      total: rows.length,
      in: sum(rows.filter(({ debit }) => debit === account)),
      out: sum(rows.filter(({ credit }) => credit === account)),
    })
    twice += found?.amount ?? 0
  }
  expect(twice).toBe(2 * sum(all.rows))
  expect(change(await calls.finance.entries({ ...days, account: 'revenue' }))).toBe(0 - statement.earned.sold)
  expect(raisedByCredit).toContain('revenue')
  // By source, each entry once.
  const bySource = await Promise.all(entrySources.map((source) => calls.finance.entries({ ...days, source })))
  expect(bySource.reduce((whole, { found }) => whole + (found?.amount ?? 0), 0)).toBe(sum(all.rows))
  // About a batch, with its name; `none` has the rest.
  const batch = await calls.finance.entries({ ...days, batch: made.id })
  const none = await calls.finance.entries({ ...days, batch: 'none' })
  expect(batch.found?.names).toEqual({ batch: made.name, service: null, hall: null, trainer: null })
  expect(none.found?.names.batch).toBeNull()
  expect((batch.found?.total ?? 0) + (none.found?.total ?? 0)).toBe(all.rows.length)
  expect((await calls.finance.entries({ ...days, trainer: trainer.id })).found?.names.trainer).toBe('Mariam Haddad')
  // Both earned and paid amounts link to the trainer.
  const owed = await calls.finance.entries({ ...days, source: 'payroll' })
  expect(new Set(owed.rows.map((row) => row.trainer))).toEqual(new Set([trainer.id]))
  const later = await calls.finance.entries({ from: '2026-11-01', to: '2026-11-30', source: 'payroll' })
  expect(later.rows).toMatchObject([{ trainer: trainer.id, trainerName: 'Mariam Haddad', amount: 5000, day: pay.day, sale: null }])
  expect(all.rows.filter(({ source }) => source !== 'payroll').map((row) => row.trainer)).not.toContain(trainer.id)
  // No entries have totals of 0, and pages after the first have no totals.
  const nothing = { total: 0, amount: 0, in: 0, out: 0 }
  expect((await calls.finance.entries({ from: '2025-01-01', to: '2025-01-31' })).found).toMatchObject(nothing)
  const before = all.rows[2]?.sequence ?? 0
  expect(await calls.finance.entries({ ...days, before })).toMatchObject({ found: null, rows: all.rows.slice(3) })
})

test('the first page of many tells them all, the pages follow without a gap, and another business sees none of it', async () => {
  const { calls } = await openFloor(app, 5)
  for (let at = 0; at < 3; at++) await calls.sales.sell({ items: Array.from({ length: 50 }, () => free(1050)), total: 52_500 })
  const whole = await calls.finance.entries(days)
  expect(whole.rows).toHaveLength(100)
  expect(whole).toMatchObject({ hasMore: true, found: { amount: 157_500 } })
  const sequences: number[] = []
  for (let before: number | undefined; ;) {
    const page = await calls.finance.entries({ ...days, ...(before ? { before } : {}) })
    sequences.push(...page.rows.map(({ sequence }) => sequence))
    if (!page.hasMore) break
    before = sequences.at(-1)
  }
  expect(sequences).toEqual(sequences.map((_, at) => sequences.length - at))
  expect(sequences).toHaveLength(whole.found?.total ?? 0)
  const other = await openFloor(app, 5)
  expect((await other.calls.finance.entries(days)).found).toMatchObject({ total: 0, amount: 0 })
  expect(await refusal(other.calls.finance.entries({ ...days, account: 'gold' as 'cash' }))).toBe('lib.fields.invalid')
})
