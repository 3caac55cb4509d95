import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, start } from '../../../test/floor.ts'
import { operation, step, type Base, type Operation } from '../../../test/busy-weeks.ts'
import { seedOf } from '../../../test/seed.ts'
import { expectEarned } from '#money/revenue/earned.sample.ts'
import { bases } from './finance-report.contract.ts'
import { reconcile } from './reconcile.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
type Dimension = 'service' | 'batch' | 'hall' | 'trainer'
const dimensions: Dimension[] = ['service', 'batch', 'hall', 'trainer']

/** Whatever was drawn, the days end after every requested period, with a sale that was paid and refunded in part. */
const ending: Operation[] = [
  { kind: 'days', count: 28 },
  { kind: 'sell', items: [{ quantity: 1, unit: 12_345 }], off: 0, part: 1000, method: 'cash' },
  { kind: 'refund', at: 0, part: 500, method: 'card' },
]

async function rowsOf({ owner: { vendorId } }: Base) {
  return tenant(app.app.db, vendorId, async (trx) => ({
    sales: await trx.selectFrom('sales').selectAll().where('vendorId', '=', vendorId).execute(),
    lines: await trx.selectFrom('saleLines').selectAll().where('vendorId', '=', vendorId).orderBy('position').execute(),
    payments: await trx.selectFrom('payments').selectAll().where('vendorId', '=', vendorId).execute(),
    refunds: await trx.selectFrom('refunds').selectAll().where('vendorId', '=', vendorId).execute(),
    sessions: await trx.selectFrom('batchSessions').selectAll().where('vendorId', '=', vendorId).execute(),
    pay: await trx.selectFrom('payLines').selectAll().where('vendorId', '=', vendorId).execute(),
    trainers: await trx.selectFrom('trainers').selectAll().where('vendorId', '=', vendorId).execute(),
    ledger: await trx.selectFrom('ledger').selectAll().where('vendorId', '=', vendorId).execute(),
    wrong: (await reconcile(trx, vendorId)).filter(({ kind }) => /^(?:bill|sale|payment|refund|void|numbers)/.test(kind)),
  }))
}
type Rows = Awaited<ReturnType<typeof rowsOf>>
type Span = { from: string; to: string }

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
const within =
  ({ from, to }: Span) =>
  (row: { day: string }) =>
    row.day >= from && row.day <= to

/** What an account gained in a period according to the ledger rows. */
const gained = ({ ledger }: Rows, account: string, span: Span, is: (row: Rows['ledger'][number]) => boolean = () => true) =>
  sum(ledger.filter(within(span)).filter(is), (row) => (row.debit === account ? row.amount : row.credit === account ? -row.amount : 0))

/** A line's share of an amount of its bill, as the product allocates it: of the lines so far less of the lines before. */
function shareOf({ lines }: Rows, sale: string, position: number, amount: number): bigint {
  const own = lines.filter((line) => line.sale === sale)
  const upTo = (last: number) => own.filter((line) => line.position <= last).reduce((all, line) => all + BigInt(line.total), 0n)
  const whole = upTo(own.length)
  return (BigInt(amount) * upTo(position)) / whole - (BigInt(amount) * upTo(position - 1)) / whole
}

/** The session's day, or for a change to an earlier one the first day of the month it was written in. */
const earnedOn = ({ day: written, heldOn }: Rows['pay'][number]) =>
  [heldOn ?? written, `${written.slice(0, 7)}-01`].toSorted().at(-1) as string

async function assertReports(base: Base, rows: Rows, { before, ...span }: Span & { before: Span }): Promise<void> {
  const { calls } = base
  const statement = await calls.finance.statement(span)
  // By bills: straight from the lines, the credit notes and the costs in the ledger.
  const voided = rows.ledger.filter(({ source }) => source === 'void')
  const expected = (some: Span) => {
    const sold = sum(rows.sales.filter(within(some)), ({ id }) =>
      sum(
        rows.lines.filter(({ sale }) => sale === id),
        ({ list }) => list,
      ),
    )
    const isVoided = sum(voided.filter(within(some)), (row) => (row.debit === 'revenue' ? row.amount : 0))
    const discounts =
      sum(rows.sales.filter(within(some)), ({ discount }) => discount) -
      sum(voided.filter(within(some)), (row) => (row.credit === 'discount' ? row.amount : 0))
    const refunds = sum(rows.refunds.filter(within(some)), ({ amount, tax }) => amount - tax)
    const cost = (account: string) => gained(rows, account, some)
    // Held sessions that no one was paid for yet, at their trainers' cost.
    const unpaid = rows.sessions.filter(
      (one) =>
        one.state !== 'cancelled' &&
        Date.parse(String(one.endsAt)) <= app.clock.now() &&
        !rows.pay.some(({ session, trainer }) => session === one.id && trainer === one.trainer),
    )
    const costOf = (id: string) => Number(rows.trainers.find((one) => one.id === id)?.cost) * 10 ** statement.exponent
    const earned = sum(unpaid.filter(within(some)), ({ trainer }) => costOf(trainer))
    const figures = {
      sold: sold - isVoided,
      discounts,
      refunds,
      deferred: 0,
      tax: 0,
      commission: cost('commission'),
      payroll: sum(
        rows.pay.filter((one) => within(some)({ day: earnedOn(one) })),
        ({ amount }) => amount,
      ),
    }
    const net = figures.sold - discounts - refunds
    const expenses = cost('expense')
    return { ...figures, earned, expenses, net, result: net - figures.commission - figures.payroll - earned - expenses }
  }
  const billed = await calls.finance.profit({ ...span, basis: 'billed' })
  expect(billed).toMatchObject({ before, total: { now: expected(span), before: expected(before) }, money: null, groups: [] })
  expect(billed.total.now.net).toBe(statement.earned.net)
  await expectEarned(app, base, new Date(app.clock.now()).toISOString().slice(0, 10), span)
  // By money: straight from payments and refunds, and from the entries of money.
  const cash = await calls.finance.profit({ ...span, basis: 'cash' })
  const money = (some: Span, about: string) =>
    0 -
    sum(['cash', 'marketplaceReceivable'], (account) => gained(rows, account, some, (row) => row.debit === about || row.credit === about))
  for (const [figures, some] of [
    [cash.total.now, span],
    [cash.total.before, before],
  ] as const) {
    expect(figures.sold).toBe(sum(rows.payments.filter(within(some)), ({ amount }) => amount))
    expect(figures.refunds).toBe(sum(rows.refunds.filter(within(some)), ({ paidBack }) => paidBack))
    expect(figures).toMatchObject({
      discounts: 0,
      commission: money(some, 'commission'),
      payroll: money(some, 'payrollPayable') + money(some, 'payroll'),
      expenses: money(some, 'expense'),
    })
  }
  expect(cash.money).toEqual({
    tax: cash.total.now.tax - money(span, 'taxPayable'),
    // Payouts only move money from one place to another.
    other: 0,
    moved: statement.closing - statement.opening,
  })
  const { now } = cash.total
  expect(now.sold - now.refunds).toBe(
    sum(
      statement.movements.filter(({ source }) => source === 'payment' || source === 'refund'),
      ({ amount }) => amount,
    ),
  )
  for (const by of dimensions) {
    for (const basis of ['billed', 'cash'] as const) {
      const report = await calls.finance.profit({ ...span, basis, by })
      const total = basis === 'cash' ? cash.total : billed.total
      expect(report.total, `${basis} by ${by}`).toEqual(total)
      for (const when of ['now', 'before'] as const)
        for (const part of Object.keys(total.now) as (keyof typeof total.now)[])
          expect(sum(report.groups, (group) => group[when][part])).toBe(total[when][part])
      for (const { id, name, now: figures, before: prior } of report.groups) {
        expect(id === null ? name : name.length > 0).toBe(id === null ? '' : true)
        const isOwn = (row: { [by in Dimension]: string | null }) => row[by] === id
        if (by === 'batch' && id !== null) {
          const own = await calls.finance.profit({ ...span, basis, batch: id })
          expect(own, `${basis} of one batch`).toMatchObject({ total: { now: figures, before: prior }, money: null, groups: [] })
        }
        if (basis === 'billed') {
          expect(figures.sold).toBe(0 - gained(rows, 'revenue', span, isOwn))
          expect(figures.refunds).toBe(gained(rows, 'refund', span, isOwn))
          expect(figures.expenses).toBe(gained(rows, 'expense', span, isOwn))
          continue
        }
        let [came, tax] = [0n, 0n]
        for (const line of rows.lines.filter(isOwn).filter(({ total }) => total > 0)) {
          const until = (last: string) =>
            shareOf(
              rows,
              line.sale,
              line.position,
              sum(
                rows.payments.filter((one) => one.sale === line.sale && one.day <= last),
                ({ amount }) => amount,
              ),
            )
          const taxed = (share: bigint) => (share * BigInt(line.tax)) / BigInt(line.total)
          const [after, earlier] = [until(span.to), until(addDays(span.from, -1))]
          came += after - earlier
          tax += taxed(after) - taxed(earlier)
        }
        expect(figures.sold).toBe(Number(came))
        if (figures.refunds === 0) expect(figures.tax).toBe(Number(tax))
      }
    }
  }
  // Tax: of the bills, the credit notes, and the expenses.
  const tax = await calls.finance.tax(span)
  const voidTax = sum(voided.filter(within(span)), (row) => (row.debit === 'taxPayable' ? row.amount : 0))
  expect(tax).toMatchObject({
    sales: sum(rows.sales.filter(within(span)), (row) => row.tax),
    voids: 0 - voidTax,
    credits: 0 - sum(rows.refunds.filter(within(span)), (row) => row.tax),
    input: 0 - gained(rows, 'taxPayable', span, ({ source }) => source === 'expense'),
    other: 0,
    payable: 0 - gained(rows, 'taxPayable', span),
  })
  expect(
    sum(
      tax.rows.filter(({ kind }) => kind === 'sale'),
      ({ net }) => net,
    ),
  ).toBe(sum(rows.sales.filter(within(span)), ({ net }) => net))
  expect(tax.rows.filter(({ kind }) => kind === 'sale').reduce((all, { documents }) => all + documents, 0)).toBe(
    rows.sales.filter(within(span)).length,
  )
  // Invoices: the same bills and notes, with voided ones adding nothing.
  const list = await calls.finance.invoices({ ...span, size: 100 })
  const standing = rows.sales.filter(within(span)).filter(({ voidedAt }) => voidedAt === null)
  const notes = rows.refunds.filter(within(span))
  const of = (name: 'net' | 'tax' | 'total') =>
    sum(standing, (row) => row[name]) - sum(notes, (row) => ({ net: row.amount - row.tax, tax: row.tax, total: row.amount })[name])
  expect(list.total).toBe(rows.sales.filter(within(span)).length + notes.length)
  expect(list.sums).toEqual({
    net: of('net'),
    tax: of('tax'),
    total: of('total'),
    due: sum(standing, ({ total, credited, paid, refunded }) => total - credited - paid + refunded),
  })
  const numbers = [...rows.sales, ...rows.refunds].filter(within(span)).map(({ number }) => number)
  expect(list.rows.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted().slice(0, 100))
}

test('profit, tax and documents are what the rows alone come to, to the minor unit, in three currencies over random operations', async () => {
  const seed = seedOf('MONEY_SEED')
  for (const [country, currency, exponent] of [
    ['JP', 'JPY', 0],
    ['AE', 'AED', 2],
    ['KW', 'KWD', 3],
  ] as const) {
    app.clock.set(start)
    const base = await floor(app, country)
    const dates = { startDate: '2026-10-05', endDate: '2027-09-30', totalCandidates: 40 }
    const requests = [
      { hall: null, trainer: base.trainer.id, price: 35_001 },
      { hall: base.hall.id, trainer: base.trainer.id, price: 10_003, totalCandidates: 20, trainingDays: week(2) },
      { hall: null, trainer: base.second.id, price: 777, trainingDays: week(3) },
    ]
    const batches: { id: string; price: number }[] = []
    for (const request of requests) {
      const { id } = await base.calls.batches.create(base.batch({ ...dates, ...request }))
      batches.push({ id, price: request.price })
    }
    const customers: string[] = []
    for (let at = 0; at < 6; at++) customers.push((await person(base.calls, 'Amal', { phone: `+97150${7_000_000 + at}` })).id)
    const drawn = fc.sample(operation, { numRuns: 60, seed })
    for (const request of [...drawn, ...ending]) await step(app, base, batches, customers, request)
    const rows = await rowsOf(base)
    expect(rows.wrong.filter(({ found }) => found === 0)).toEqual([])
    const last = new Date(app.clock.now() + day).toISOString().slice(0, 10)
    expect(rows.payments.length * rows.refunds.length).toBeGreaterThan(0)
    const lasting = Math.round((Date.parse(last) - Date.parse('2026-10-02')) / day) + 1
    const everything = { from: '2026-10-02', to: last }
    const spans = [
      // Nothing happened before the 5th, so these are all days.
      { ...everything, before: { from: addDays('2026-10-02', -lasting), to: '2026-10-01' } },
      { from: '2026-10-12', to: '2026-10-19', before: { from: '2026-10-04', to: '2026-10-11' } },
      { from: '2026-10-20', to: '2026-10-31', before: { from: '2026-10-08', to: '2026-10-19' } },
      { from: '2026-10-01', to: '2026-10-31', before: { from: '2026-09-01', to: '2026-09-30' } },
      // It is the 2nd: the running month so far; the days in between belong to neither.
      { from: '2026-11-01', to: '2026-11-30', before: { from: '2026-10-01', to: '2026-10-02' } },
    ]
    for (const span of spans) await assertReports(base, rows, span)
    expect(await base.calls.finance.profit(everything)).toMatchObject({ currency, exponent })
    // Periods add up to their whole, in every group and every part.
    const [whole, ...halves] = await Promise.all(
      [everything, { from: '2026-10-02', to: '2026-10-14' }, { from: '2026-10-15', to: last }].map((span) =>
        base.calls.finance.profit({ ...span, basis: 'cash', by: 'batch' }),
      ),
    )
    for (const { id, now } of whole?.groups ?? [])
      for (const part of ['sold', 'refunds', 'tax', 'result'] as const)
        expect(sum(halves, ({ groups }) => groups.find((group) => group.id === id)?.now[part] ?? 0)).toBe(now[part])
  }
})

test('days right after 2000 are compared with those before, which cannot be asked for themselves', async () => {
  const { calls } = await app.owner()
  for (const basis of bases)
    expect((await calls.finance.profit({ from: '2000-01-01', to: '2000-12-31', basis })).before).toEqual({
      from: '1999-01-01',
      to: '1999-12-31',
    })
})
