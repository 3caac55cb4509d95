import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import type { Role } from '#lib/roles.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { attend, openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const october = { from: '2026-10-01', to: '2026-10-31' }
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })
const paid = (method: 'cash' | 'card', amount: number) => ({ method, amount, reference: '' })
type Base = Awaited<ReturnType<typeof openFloor>>
const as = ({ owner }: Base, role: Role) =>
  platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())

test('each attended place is agreed, free, ended, unbilled or unpaid, and what was paid and not attended stands beside', async () => {
  const base = await openFloor(app, 10)
  const { calls, owner, made } = base
  const people: Record<string, { id: string; enrolment: string }> = {}
  const place = { items: [{ kind: 'batch' as const, batch: made.id }] }
  const sold = async (name: string, amount: number, more: object = {}) => {
    const { id } = await person(calls, name)
    const sale = await calls.sales.sell({
      ...place,
      customer: id,
      total: 35_000,
      payments: amount > 0 ? [paid('cash', amount)] : [],
      ...more,
    })
    people[name] = { id, enrolment: sale.items[0]?.enrolment ?? '' }
    return sale
  }
  const enrolled = async (name: string) => {
    const { id } = await person(calls, name)
    people[name] = { id, enrolment: (await calls.enrolments.enrol({ batch: made.id, customer: id })).id }
  }
  await sold('Amal', 35_000)
  const half = await sold('Badr', 10_000)
  await enrolled('Carla')
  await sold('Dana', 35_000)
  await sold('Eva', 0, { discount: { kind: 'percent', value: 10_000 }, discountReason: 'A friend', total: 0 })
  await enrolled('Farid')
  // Voided: as if it had never been billed; its place is removed too.
  const voided = await sold('Gina', 0)
  await calls.sales.void({ id: voided.id, reason: 'By mistake' })
  const { rows: sessions } = await calls.sessions.list({ from: '2026-10-12', to: '2026-10-19' })
  await travel(app, owner, start + 15 * day)
  const marked = (session: number, ...names: string[]) =>
    names.map((name) => ({
      session: sessions[session]?.id ?? '',
      enrolment: people[name]?.enrolment ?? '',
      mark: name === 'Badr' ? ('late' as const) : ('present' as const),
      markedAt: new Date(start + 15 * day).toISOString(),
    }))
  const marks = [...marked(0, 'Amal', 'Badr', 'Carla', 'Eva', 'Farid'), ...marked(1, 'Badr', 'Carla', 'Farid')]
  await calls.attendance.mark({ marks: [...marks, ...marked(1, 'Amal').map((mark) => ({ ...mark, mark: 'absent' as const }))] })
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .updateTable('enrolments')
      .set({ state: 'cancelled', endDate: '2026-10-13' })
      .where('vendorId', '=', owner.vendorId)
      .where('id', '=', people['Farid']?.enrolment ?? '')
      .execute(),
  )
  const report = await calls.finance.delivered(october)
  expect(report).toMatchObject({ currency: 'AED', exponent: 2, ...october })
  expect(report.batches).toEqual([{ id: made.id, name: made.name, sessions: 3, attended: 8, billed: 4, paid: 2 }])
  expect(report.kinds).toEqual([
    { kind: 'agreed', count: 1, amount: 0, rows: 1 },
    { kind: 'unbilled', count: 3, amount: 70_000, rows: 2 },
    { kind: 'unpaid', count: 2, amount: 25_000, rows: 1 },
    { kind: 'ended', count: 1, amount: 35_000, rows: 1 },
    { kind: 'free', count: 1, amount: 0, rows: 1 },
    { kind: 'undelivered', count: 1, amount: 35_000, rows: 1 },
    { kind: 'coming', count: 0, amount: 0, rows: 0 },
  ])
  const shown = (rows: typeof report.rows) => rows.map(({ kind, firstName, count, amount }) => `${kind} ${firstName} ${count} ${amount}`)
  expect(shown(report.rows).toSorted()).toEqual([
    'ended Farid 1 35000',
    'free Eva 1 0',
    'unbilled Carla 2 35000',
    'unbilled Farid 1 35000',
    'undelivered Dana 1 35000',
    'unpaid Badr 2 25000',
  ])
  expect(report.rows.find(({ kind }) => kind === 'unpaid')).toMatchObject({ sale: half.id, number: half.number, batchName: made.name })
  // Once the rest is paid, the place is `agreed`.
  await calls.sales.pay({ sale: half.id, ...paid('card', 25_000) })
  expect((await calls.finance.delivered(october)).kinds.slice(0, 3)).toMatchObject([
    { count: 3 },
    { count: 3 },
    { count: 0, amount: 0, rows: 0 },
  ])
  const later = await calls.finance.delivered({ from: '2026-10-20', to: '2026-10-31' })
  expect(new Set(later.kinds.map(({ count }) => count))).toEqual(new Set([0]))
  // Accountants do not see who came.
  await as(base, 'accountant')
  expect(new Set((await calls.finance.delivered(october)).rows.map(({ firstName, lastName }) => firstName + lastName))).toEqual(
    new Set(['']),
  )
  for (const role of ['frontDesk', 'trainer'] as const) {
    await as(base, role)
    expect(await refusal(calls.finance.delivered(october))).toBe('permission/denied')
    expect(await refusal(calls.finance.profit(october))).toBe('permission/denied')
    expect(await refusal(calls.finance.tax(october))).toBe('permission/denied')
    expect(await refusal(calls.finance.invoices({}))).toBe('permission/denied')
  }
})

test('figures by hand: bills and money, the days before, tax at its rate, and documents one can find', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner, made } = base
  const amal = await person(calls, 'Amal')
  const first = await calls.sales.sell({ items: [free(10_500)], payments: [paid('cash', 10_500)], total: 10_500 })
  await travel(app, owner, start + 2 * day)
  // 350.00 for a place and 105.00 for a ball, both including 5 %; half of it is paid.
  const second = await calls.sales.sell({
    customer: amal.id,
    items: [{ kind: 'batch', batch: made.id }, free(10_500)],
    payments: [paid('card', 22_750)],
    total: 45_500,
  })
  app.clock.set(start + 2 * day + 60_000)
  await calls.sales.refund({ sale: first.id, amount: 2100, method: 'cash', reason: 'Torn' })
  const days = { from: '2026-10-07', to: '2026-10-08' }
  const none = { discounts: 0, deferred: 0, commission: 0, payroll: 0, earned: 0, expenses: 0 }
  const billed = await calls.finance.profit({ ...days, basis: 'billed', by: 'batch' })
  expect(billed.before).toEqual({ from: '2026-10-05', to: '2026-10-06' })
  expect(billed.total).toEqual({
    now: { ...none, sold: 43_333, refunds: 2000, tax: 0, net: 41_333, result: 41_333 },
    // The session of the 5th, at 120.00.
    before: { ...none, earned: 12_000, sold: 10_000, refunds: 0, tax: 0, net: 10_000, result: -2000 },
  })
  expect(billed.groups.map(({ id, name, now }) => [id, name, now.net])).toEqual([
    [made.id, made.name, 33_333],
    [null, '', 8000],
  ])
  // No session of the place was held yet: its 333.33 are deferred.
  const accrual = await calls.finance.profit({ ...days, by: 'batch' })
  expect(accrual.total).toEqual({
    now: { ...billed.total.now, deferred: 33_333, net: 8000, result: 8000 },
    before: billed.total.before,
  })
  expect(accrual.groups.map(({ id, now }) => [id, now.net])).toEqual([
    [made.id, 0],
    [null, 8000],
  ])
  const lastYear = await calls.finance.profit({ ...days, basis: 'billed', against: 'year' })
  expect(lastYear).toMatchObject({ before: { from: '2025-10-07', to: '2025-10-07' }, changedOn: null })
  expect([lastYear.total.now, lastYear.total.before]).toEqual([
    billed.total.now,
    { ...billed.total.before, sold: 0, net: 0, earned: 0, result: 0 },
  ])
  const cash = await calls.finance.profit({ ...days, basis: 'cash', by: 'batch' })
  // Half of each line and of its tax, 16.67 and 5.00, rounded down; of the credit note, its share of the ball's tax.
  expect(cash.groups.map(({ name, now }) => [name, now.sold, now.refunds, now.tax, now.net])).toEqual([
    [made.name, 17_500, 0, 833, 16_667],
    ['', 5250, 2100, 150, 3000],
  ])
  expect(cash.total.before).toMatchObject({ sold: 10_500, tax: 500, net: 10_000 })
  expect(cash.money).toEqual({ tax: 983, other: 0, moved: 20_650 })
  const tax = await calls.finance.tax(days)
  expect(tax).toMatchObject({ sales: 2167, credits: -100, voids: 0, input: 0, other: 0, payable: 2067 })
  expect(tax.rows).toEqual([
    { kind: 'sale', rate: 500, rateThousandths: 5000, taxClass: 'standard', net: 43_333, tax: 2167, documents: 1 },
    { kind: 'refund', rate: 500, rateThousandths: 5000, taxClass: 'standard', net: -2000, tax: -100, documents: 1 },
  ])
  const all = await calls.finance.invoices({})
  expect(all.rows.map(({ kind, number, saleNumber, total, paid: came, due }) => [kind, number, saleNumber, total, came, due])).toEqual([
    ['creditNote', 'C2026-00001', first.number, -2100, -2100, 0],
    ['invoice', second.number, second.number, 45_500, 22_750, 22_750],
    ['invoice', first.number, first.number, 10_500, 10_500, 0],
  ])
  expect(all.sums).toEqual({ net: 51_333, tax: 2567, total: 53_900, due: 22_750 })
  const numbers = async (input: Parameters<typeof calls.finance.invoices>[0]) =>
    (await calls.finance.invoices(input)).rows.map(({ number }) => number)
  expect(await numbers({ kind: 'creditNote' })).toEqual(['C2026-00001'])
  expect(await numbers({ search: 'Amal' })).toEqual([second.number])
  expect(await numbers({ search: 'C2026' })).toEqual(['C2026-00001'])
  expect(await numbers({ rate: '500', from: '2026-10-06', kind: 'invoice' })).toEqual([second.number])
  expect(await numbers({ rate: '0' })).toEqual([])
  expect(await numbers({ size: 1, page: 2 })).toEqual([second.number])
  expect(await numbers({ direction: 'asc' })).toEqual([first.number, second.number, 'C2026-00001'])
  // The rows behind a figure.
  const entries = async (input: object) => (await calls.finance.entries({ ...october, ...input })).rows.map(({ amount }) => amount)
  expect(await entries({ account: 'revenue', batch: made.id })).toEqual([33_333])
  expect(await entries({ account: 'revenue', batch: 'none' })).toEqual([10_000, 10_000])
  expect(await entries({ account: 'taxPayable', source: 'refund' })).toEqual([100])
  expect(await entries({ source: 'payment', method: 'card' })).toEqual([22_750])
  expect(await entries({ trainer: base.trainer.id, account: 'taxPayable' })).toEqual([1667])
  await as(base, 'accountant')
  expect(await numbers({ search: 'Amal' })).toEqual([])
  expect((await calls.finance.invoices({})).rows.map(({ firstName }) => firstName)).toEqual(['', '', ''])
})

test('a period with more sessions than one statement reads is one report', async () => {
  const { calls, owner, batch } = await openFloor(app, 5)
  for (const [at, name] of ['Third', 'Second', 'First'].entries()) {
    const times = { startingTime: `0${at + 6}:00`, endingTime: `0${at + 7}:00`, trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
    const { id } = await calls.batches.create(batch({ ...times, name, startDate: '2026-10-05', endDate: '2027-01-12' }))
    const { id: customer } = await person(calls, `Of ${name}`)
    app.clock.advance(1)
    const place = await calls.enrolments.enrol({ batch: id, customer })
    await attend(app, { calls }, { batch: id, day: '2026-10-05', places: [place.id] })
  }
  await travel(app, owner, start + 100 * day)
  const report = await calls.finance.delivered({ from: '2026-10-05', to: '2027-01-12' })
  expect(report.batches.slice(0, 1)).toMatchObject([{ name: 'First', sessions: 100, attended: 1 }])
  expect(report.batches.map(({ name, attended }) => [name, attended])).toEqual([
    ['First', 1],
    ['Juniors', 0],
    ['Second', 1],
    ['Third', 1],
  ])
  // Equal amounts in the order in which the places were taken.
  expect(report.rows.map(({ kind, firstName }) => [kind, firstName])).toEqual([
    ['unbilled', 'Of Third'],
    ['unbilled', 'Of Second'],
    ['unbilled', 'Of First'],
  ])
})
