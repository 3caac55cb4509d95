import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, start, travel } from '../../../test/floor.ts'
import { countedMethods } from './day.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const counts = { cash: 0, card: 0, transfer: 0, wallet: 0, note: '' }

/** Two days of bills paid in parts by every method, some refunded. */
async function busy() {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  for (const [day, unit] of [1000, 3300, 777].entries()) {
    await travel(app, owner, start + day * dayMs)
    const payments = countedMethods.map((method, at) => ({ method, amount: unit + at * 11, reference: '' }))
    const total = unit * 5
    const { id } = await calls.sales.sell({ items: [free(total)], payments, total })
    await calls.sales.pay({ sale: id, method: 'cash', amount: 100 })
    await calls.sales.refund({ sale: id, amount: total - unit, method: 'card', reason: 'Torn' })
    await calls.sales.refund({ sale: id, amount: 7, method: 'cash', reason: 'Torn' })
  }
  return base
}

test('what is expected of a day is what its payments and refunds say', async () => {
  const { calls, owner } = await busy()
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{ day: string; method: string; amount: number }>`
      select "day", "method", sum("amount")::bigint as "amount" from (
        select "day", "method", "amount" from "payments" where "vendorId" = ${owner.vendorId}
        union all select "day", "method", -"paidBack" from "refunds" where "vendorId" = ${owner.vendorId} and "paidBack" > 0) moved
      group by "day", "method"`.execute(trx),
  )
  expect(rows.length).toBeGreaterThan(8)
  for (const day of ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08']) {
    const { methods } = await calls.reports.dayExpected({ day })
    for (const { method, expected, taken, back } of methods) {
      expect(expected, `${day} ${method}`).toBe(rows.find((row) => row.day === day && row.method === method)?.amount ?? 0)
      expect(taken - back).toBe(expected)
    }
  }
})

test('a difference needs a note, a day may be counted again, and no count is changed or posted', async () => {
  const { calls, owner } = await busy()
  const day = '2026-10-06'
  const { methods, last } = await calls.reports.dayExpected({ day })
  expect(last).toBeNull()
  const expected = Object.fromEntries(methods.map((row) => [row.method, row.expected])) as Record<
    'cash' | 'card' | 'transfer' | 'wallet',
    number
  >
  // Card refunds exceed card payments: a negative amount can't be counted without a note.
  expect(expected.card).toBeLessThan(0)
  const typed = { ...counts, ...expected, card: 0, day }
  expect(await refusal(calls.reports.closeDay(typed))).toBe('reports.note.required')
  expect(await refusal(calls.reports.closeDay({ ...typed, day: '2026-10-08', note: 'x' }))).toBe('reports.day.future')
  const entries = (await calls.finance.entries({ from: '2026-10-01', to: '2026-10-31' })).rows.length
  const id = newId()
  const first = await calls.reports.closeDay({ ...typed, note: 'Card went back', id })
  expect(first).toMatchObject({
    id,
    day,
    expected,
    difference: -expected.card,
    note: 'Card went back',
    closedBy: owner.email,
    isSuperseded: false,
  })
  expect(await calls.reports.closeDay({ ...typed, note: 'Card went back', id })).toEqual(first)
  expect(await refusal(calls.reports.closeDay({ ...typed, note: 'Other', id }))).toBe('request/reused')
  app.clock.advance(1000)
  const second = await calls.reports.closeDay({ ...typed, cash: expected.cash + 5, note: 'Found five' })
  const listed = await calls.reports.dayCloses({})
  expect(listed.total).toBe(2)
  expect(listed.rows).toEqual([second, { ...first, isSuperseded: true }])
  expect((await calls.reports.dayExpected({ day })).last).toEqual(second)
  expect((await calls.reports.dayCloses({ from: '2026-10-07' })).total).toBe(0)
  expect(await calls.reports.dayCloses({ search: ' found FIVE ' })).toMatchObject({ rows: [second], total: 1 })
  expect(await calls.reports.dayCloses({ search: '%' })).toMatchObject({ rows: [], total: 0 })
  // A day without money matches at 0, and needs no note.
  expect(await calls.reports.closeDay({ ...counts, day: '2026-10-04' })).toMatchObject({ difference: 0 })
  expect((await calls.finance.entries({ from: '2026-10-01', to: '2026-10-31' })).rows).toHaveLength(entries)
  const change = tenant(app.app.db, owner.vendorId, (trx) =>
    sql`update "dayCloses" set "cashCounted" = 0 where "vendorId" = ${owner.vendorId}`.execute(trx),
  )
  await expect(change).rejects.toThrow()
  const { rows } = await calls.reports.audit({ action: 'closeDay' })
  expect(rows).toMatchObject([
    { entity: 'dayClose', reason: '', marks: [] },
    { reason: 'Found five', marks: [] },
    { reason: 'Card went back', marks: [] },
  ])
  expect((await calls.reports.chain()).events.brokenAt).toBeNull()
})

test('the desk counts the day; a trainer does not', async () => {
  const { calls, owner } = await openFloor(app, 1)
  for (const [role, said] of [
    ['manager', 'accepted'],
    ['frontDesk', 'accepted'],
    ['accountant', 'accepted'],
    ['trainer', 'permission/denied'],
  ] as const) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    expect(await refusal(calls.reports.closeDay({ ...counts, day: '2026-10-05' })), role).toBe(said)
    expect(await refusal(calls.reports.dayExpected({ day: '2026-10-05' })), role).toBe(said)
  }
})

test('a till is counted once its balance is set, and what it has more or less is posted', async () => {
  app.clock.set(start)
  const { calls, owner } = await openFloor(app, 5)
  const day = '2026-10-05'
  const [till] = await calls.cashbook.choices()
  const second = await calls.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' })
  const tills = async () => (await calls.reports.dayExpected({ day })).tills.map(({ name }) => name)
  expect(await tills()).toEqual(['Second desk'])
  expect(await refusal(calls.reports.dayExpected({ day, till: till!.id }))).toBe('reports.till.unknown')
  expect(await refusal(calls.reports.closeDay({ ...counts, day, till: till!.id }))).toBe('reports.till.unknown')
  await calls.cashbook.setBalance({ account: till!.id, day, balance: 20_000, note: 'Float' })
  expect(await tills()).toEqual(['', 'Second desk'])
  await calls.sales.sell({
    items: [free(3_000)],
    total: 3_000,
    payments: [
      { method: 'cash', amount: 1_000, reference: '' },
      { method: 'cash', account: second.id, amount: 700, reference: '' },
      { method: 'card', amount: 1_300, reference: '' },
    ],
  })
  const { methods } = await calls.reports.dayExpected({ day, till: till!.id })
  expect(methods.map(({ method, expected }) => [method, expected])).toEqual([
    ['cash', 21_000],
    ['card', 1_300],
    ['transfer', 0],
    ['wallet', 0],
  ])
  expect((await calls.reports.dayExpected({ day, till: second.id })).methods).toEqual([
    { method: 'cash', taken: 700, back: 0, expected: 700, count: 1 },
  ])
  const count = { ...counts, day, till: till!.id, cash: 20_950, card: 1_300 }
  expect(await refusal(calls.reports.closeDay(count))).toBe('reports.note.required')
  expect(await calls.reports.closeDay({ ...count, note: 'Short' })).toMatchObject({ difference: -50, till: till!.id, isSuperseded: false })
  const balance = async (id: string) => (await calls.cashbook.accounts({})).rows.find((row) => row.id === id)?.balance
  expect(await balance(till!.id)).toBe(20_950)
  expect((await calls.finance.profit({ from: day, to: day, basis: 'billed' })).total.now.expenses).toBe(50)
  // A count of the other till replaces none of the first; a second count of the first one does.
  await calls.reports.closeDay({ ...counts, day, till: second.id, cash: 700 })
  const cashOf = async () => (await calls.reports.dayExpected({ day, till: till!.id })).methods[0]
  expect(await cashOf()).toEqual({ method: 'cash', taken: 21_000, back: 0, expected: 21_000, count: 2 })
  expect(await calls.reports.closeDay({ ...count, cash: 20_990, note: 'Most of it' })).toMatchObject({ difference: -10 })
  expect(await balance(till!.id)).toBe(20_990)
  expect(await calls.reports.closeDay({ ...count, cash: 21_000 })).toMatchObject({ difference: 0 })
  expect(await balance(till!.id)).toBe(21_000)
  const rows = (await calls.reports.dayCloses({})).rows
  expect(rows.filter(({ isSuperseded }) => isSuperseded)).toHaveLength(2)
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  await travel(app, owner, start + 40 * dayMs)
  await calls.finance.close({ month: '2026-10' })
  expect(await refusal(calls.reports.closeDay({ ...count, cash: 1, note: 'Late' }))).toBe('month/closed')
  expect(await refusal(calls.reports.closeDay({ ...count, cash: 21_000, card: 1_300 }))).toBe('accepted')
})

test('a difference of a till is not posted before a later count of it, which would then be wrong', async () => {
  app.clock.set(start)
  const { calls, owner } = await openFloor(app, 5)
  const till = await calls.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' })
  const sell = () =>
    calls.sales.sell({ items: [free(1_000)], total: 1_000, payments: [{ method: 'cash', account: till.id, amount: 1_000, reference: '' }] })
  await sell()
  await travel(app, owner, start + dayMs)
  await sell()
  await calls.reports.closeDay({ ...counts, day: '2026-10-06', till: till.id, cash: 2_000 })
  const late = { ...counts, day: '2026-10-05', till: till.id, cash: 900, note: 'Slip of Monday' }
  expect(await refusal(calls.reports.closeDay(late))).toBe('cashbook.day.balanced')
  expect(await refusal(calls.reports.closeDay({ ...late, cash: 1_000 }))).toBe('accepted')
  expect((await calls.cashbook.accounts({})).rows.find(({ id }) => id === till.id)?.balance).toBe(2_000)
})
