import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, finish, move } from '#timetable/enrolments/enrolment.actions.server.ts'
import { cancelEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { freeze, unfreeze } from '#timetable/enrolments/enrolment.freeze.server.ts'
import { readEnrolments } from '#timetable/enrolments/enrolment.row.server.ts'
import { keysOf, recordOf } from '#lib/choices.ts'
import { addDays, addMonths, lastDayOf } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { isOwnHalf } from '../../../test/engine-rounds.ts'
import { floor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { slow } from './place-months.sample.ts'
import type { RevenueMonth } from './revenue-months.sample.ts'
import type { FigureRow } from './subscription.contract.ts'
import { churnFigures, figures, placeFigures, recurringFigures, revenueFigures, subscriberFigures } from './subscription.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000

/** Returns random numbers below a limit, the same in each run. */
function dice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const within = (vendorId: string, work: (ctx: TenantContext) => Promise<unknown>) =>
  runAs(app.app, 'system', vendorId, work).then(
    () => true,
    () => false,
  )

/** Sells the next days of a batch that a customer pays for, at the price that the server finds. */
const sell = async ({ calls }: Pick<Awaited<ReturnType<typeof floor>>, 'calls'>, customer: string, batch: string) => {
  const of = (total: number) => calls.sales.sell({ customer, items: [{ kind: 'batch', batch }], total })
  return of(1).catch(({ data }: { data?: { current?: { total: number } } }) => of(data?.current?.total ?? 0))
}

/**
 * A year of a business: batches with units of each kind, two of them followed by a next season, prices, discounts and taxes
 * that change, and customers who come, go, pause, move and come back.
 */
async function year(seed: number, country: string, days: number) {
  app.clock.set(start)
  const base = await floor(app, country)
  const { calls, owner } = base
  const { vendorId } = owner
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  await calls.setup.saveTax({
    rateThousandths: 8875,
    isIncluded: true,
    number: '',
    validFrom: '2027-01-10',
    reducedThousandths: 2375,
    version: 0,
  })
  await calls.setup.saveTax({ rate: 1000, isIncluded: false, number: '', validFrom: '2027-05-03', version: 1 })
  const span = { startDate: '2026-10-05', endDate: '2027-09-30', totalCandidates: 24 }
  // Its class of tax changes twice within the year.
  const swimming = await calls.services.create({ service: 'swimming', cover: base.image, descriptionEn: 'Swimming for girls and boys' })
  const swimmer = await calls.trainers.update({ ...seen(base.second), services: [base.service.id, swimming.id] })
  const classes = [
    { on: 60, taxClass: 'exempt' as const },
    { on: 150, taxClass: 'reduced' as const },
  ]
  const create = (name: string, hour: number, more: object = {}) =>
    calls.batches.create(base.batch({ ...span, name: `Juniors ${name}`, startingTime: `${hour}:00`, endingTime: `${hour}:45`, ...more }))
  const batches = [
    await create('A', 17),
    await create('B', 10, { price: 12_345 }),
    await create('C', 11, { priceUnit: 'term', price: 99_999 }),
    await create('D', 12, { endDate: '2026-12-31', price: 8001 }),
    await create('E', 13, { priceUnit: 'term', endDate: '2027-01-20', price: 70_001 }),
    await create('F', 14, { priceUnit: 'session', price: 2500 }),
    await create('G', 15, { service: swimming.id, trainer: swimmer.id, price: 11_111 }),
  ]
  const people = await Promise.all(
    Array.from({ length: 30 }, (_, at) => person(calls, `P${at}`, { phone: '', email: `p${at}@example.com` })),
  )
  // Both seasons begin with people who pay, and go on with them: one at once, one after a break.
  const [seasonD, seasonE] = [batches[3]?.id ?? '', batches[4]?.id ?? '']
  for (const { id } of people.slice(0, 5)) await calls.enrolments.enrol({ batch: seasonD, customer: id, nextChargeOn: '2026-10-05' })
  for (const { id } of people.slice(3, 8)) await calls.enrolments.enrol({ batch: seasonE, customer: id, terms: 'bill' })
  const later = [
    { from: seasonD, on: 80, startDate: '2027-01-01' },
    { from: seasonE, on: 100, startDate: '2027-03-08' },
  ]
  const roll = dice(seed)
  const done: Record<string, number> = {}
  let blocked = 0
  let frozen = 0
  for (let day = 0; day < days; day += 1 + roll(3)) {
    app.clock.set(start + day * dayMs)
    const today = addDays('2026-10-05', day)
    // Each month one place that will be billed again is frozen over the month's end, or its customer is blocked.
    if (day > 30 * (frozen + blocked + 1)) {
      await travel(app, owner, start + day * dayMs)
      const { rows } = await calls.enrolments.list({ state: 'active', size: 100 })
      const [some, other] = [rows[roll(rows.length)], rows[roll(rows.length)]]
      const known = await calls.batches.get({ id: batches[roll(2)]?.id ?? '' })
      const from = addDays(today, roll(20))
      await refusal(calls.batches.changePrice({ ...seen(known), price: 9000 + roll(9000), from, isForAll: true }))
      const until = addDays(today, roll(60))
      const discount = roll(2) ? { kind: 'percent' as const, value: 1 + roll(10_000) } : { kind: 'amount' as const, value: 1 + roll(9000) }
      if (some) await refusal(calls.enrolments.setDiscount({ ...seen(some), from, discount: { ...discount, until, reason: 'As drawn' } }))
      if (other) await refusal(sell(base, other.customer, other.batch))
      for (const { taxClass } of classes.splice(0, Number((classes[0]?.on ?? day) < day)))
        await calls.services.update({ ...seen(await calls.services.get({ id: swimming.id })), taxClass })
      for (const next of later.splice(0, Number((later[0]?.on ?? day) < day)))
        await calls.batches.rollOver({
          id: next.from,
          copy: newId(),
          name: 'Next',
          code: `N-${day}`,
          startDate: next.startDate,
          endDate: '2027-09-30',
          tell: false,
        })
      const due = rows.find(
        ({ priceUnit, nextChargeOn, endDate }) => priceUnit === 'month' && nextChargeOn !== null && nextChargeOn <= endDate,
      )
      if (due && frozen <= blocked)
        frozen += Number(await within(vendorId, (ctx) => freeze(ctx, { ...seen(due), from: today, to: addDays(today, 40) })))
      else if (due) {
        const who = await calls.customers.get({ id: due.customer })
        const away = await calls.customers.block(seen(who))
        if (blocked++ === 0) await calls.customers.unblock(seen(away))
      }
    }
    const kind = roll(2) ? 'enrol' : (['cancel', 'cancelLater', 'freeze', 'unfreeze', 'move', 'move', 'finish'][roll(7)] ?? '')
    const ok = await within(vendorId, async (ctx) => {
      const today = await ctx.today()
      const batch = batches[roll(batches.length)]?.id ?? ''
      const customer = people[roll(people.length)]?.id ?? ''
      if (kind === 'enrol') {
        const startDate = addDays(today, roll(4) === 0 ? roll(20) : 0)
        const length = roll(120)
        return enrol(ctx, {
          batch,
          customer,
          startDate,
          endDate: addDays(startDate, length % 11 === 0 ? 0 : length),
          nextChargeOn: roll(4) ? addDays(today, roll(40)) : null,
          ifFull: 'refuse',
        })
      }
      const page = { page: 1, size: 100, search: '', sort: 'createdAt' as const, direction: 'desc' as const, state: 'held' as const }
      const { rows } = await readEnrolments(ctx, page)
      const row = kind === 'unfreeze' ? rows.find(({ state }) => state === 'frozen') : rows[roll(rows.length)]
      if (!row) throw new Error('Nobody has a place')
      const { id, version } = row
      if (kind === 'cancel') return cancelEnrolment(ctx, { id, version, when: 'now', reason: '' })
      if (kind === 'cancelLater') return cancelEnrolment(ctx, { id, version, when: 'periodEnd', reason: '' })
      if (kind === 'freeze') return freeze(ctx, { id, version, from: addDays(today, roll(10)), to: addDays(today, 10 + roll(40)) })
      if (kind === 'unfreeze') return unfreeze(ctx, { id, version })
      if (kind === 'move') return move(ctx, { id, version, batch })
      return finish(ctx, { id, version })
    })
    if (ok) done[kind] = (done[kind] ?? 0) + 1
  }
  expect(blocked + frozen).toBeGreaterThan(days / 40)
  expect(later).toEqual([])
  await travel(app, owner, start + days * dayMs)
  return { ...base, vendorId, batches: (await calls.batches.list({ size: 100 })).rows, done, today: addDays('2026-10-05', days) }
}

async function all(read: (page: number) => Promise<{ rows: FigureRow[]; total: number }>): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (let page = 1; ; page++) {
    const found = await read(page)
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) return rows
  }
}

const nearest = (a: number, b: number) => (b === 0 ? null : Math.sign(a) * Math.floor((2 * Math.abs(a) + b) / (2 * b)))

/** The rates of a month from its figures and those of the complete months whose churn is averaged. */
function rates(of: RevenueMonth, complete: readonly RevenueMonth[]) {
  const lost = of.churnedMrr + of.contractionMrr
  const sum = (name: 'openingCustomers' | 'churnedCustomers') => complete.reduce((all, month) => all + month[name], 0)
  return {
    arpm: nearest(of.closingMrr, of.payingCustomers),
    grossChurn: nearest(lost * 10_000, of.openingMrr),
    netChurn: nearest((lost - of.expansionMrr) * 10_000, of.openingMrr),
    customerChurn: nearest(of.churnedCustomers * 10_000, of.openingCustomers),
    lifetimeValue: nearest(of.closingMrr * sum('openingCustomers'), of.payingCustomers * sum('churnedCustomers')),
  }
}

/** The country, its currency's digits, the seed, and how many days are played. By day each engine takes its own. */
const years = [
  ['AE', 2, 5, 350],
  ['KW', 3, 7, 200],
  ['JP', 0, 11, 200],
] as const

test.each(years.filter((_, index) => isOwnHalf(index)))(
  'every figure of a random year in %s is what a walk through each day of each place counts, and each opens its rows',
  async (country, exponent, seed, days) => {
    const { calls, vendorId, batches, done, today } = await year(seed, country, days)
    for (const kind of ['enrol', 'cancel', 'cancelLater', 'freeze', 'unfreeze', 'move', 'finish'])
      if (days > 300) expect(done[kind] ?? 0, kind).toBeGreaterThan(0)
    const counter = await slow(app.app.db, vendorId)
    const report = await calls.reports.subscriptions({ from: '2026-10', to: today.slice(0, 7) })
    expect(report.exponent).toBe(exponent)
    const seenFigures = new Set<string>()
    const walked = new Map<string, ReturnType<typeof counter.month>>()
    const walk = (month: string, batch: string | null) => {
      const key = `${month} ${batch}`
      const days = [`${month}-01`, [lastDayOf(month), today].toSorted()[0] ?? ''] as const
      const found = walked.get(key) ?? counter.month(...days, batch)
      walked.set(key, found)
      return found
    }
    let lists = 0
    for (const [at, total] of report.totals.entries()) {
      const isLast = total.month === today.slice(0, 7)
      for (const batch of [null, ...batches.map(({ id }) => id)]) {
        const expected = walk(total.month, batch)
        const complete = report.totals.slice(0, isLast ? at : at + 1).map(({ month }) => walk(month, batch))
        const empty = recordOf(keysOf(expected), () => 0)
        const row = batch === null ? total : report.batches.find((one) => one.month === total.month && one.batch === batch)
        const {
          month: _month,
          batch: _batch,
          batchName: _name,
          ...found
        } = row ?? { month: total.month, batch, batchName: '', ...empty, ...rates(expected, []) }
        expect(found, `${total.month} ${batch ?? 'all'}`).toEqual({ ...expected, ...rates(expected, row ? complete : []) })
        const of = new Map<string, unknown>(Object.entries(found))
        const sum = (...names: string[]) => names.reduce((whole, name) => whole + Number(of.get(name) ?? 0), 0)
        expect(sum('opening', 'new', 'returning', 'movedIn') - sum('cancelled', 'expired', 'movedOut')).toBe(of.get('closing'))
        expect(sum('openingMrr', 'newMrr', 'reactivatedMrr', 'expansionMrr') - sum('contractionMrr', 'churnedMrr')).toBe(
          of.get('closingMrr'),
        )
        expect(
          sum('mrrOpening', 'mrrNew', 'mrrReturning', 'mrrMovedIn', 'mrrThawed', 'mrrRepriced') -
            sum('mrrFrozen', 'mrrCancelled', 'mrrExpired', 'mrrMovedOut'),
        ).toBe(of.get('mrr'))
        expect([of.get('openingMrr'), of.get('closingMrr')]).toEqual([of.get('mrrOpening'), of.get('mrr')])
        for (const [name, value] of of) if (value) seenFigures.add(name)
        if ((batch !== null && batch !== batches[0]?.id) || at % 3 !== 2) continue
        for (const name of figures) {
          if (name === 'renewals' || name === 'cohort') continue
          const rows = await all((page) =>
            calls.reports.people({ figure: name, month: total.month, ...(batch ? { batch } : {}), page, size: 100 }),
          )
          const isMoney = /mrr/i.test(name)
          const price = rows.reduce((whole, one) => whole + one.price, 0)
          expect(isMoney ? price : rows.length, `${total.month} ${name}`).toBe(of.get(name))
          if (isMoney) expect(rows.every(({ opening, closing }) => opening !== null && closing !== null)).toBe(true)
          lists += 1
        }
      }
      expect(total.movedIn).toBe(total.movedOut)
      expect(total.openingCustomers + total.newCustomers + total.reactivatedCustomers - total.churnedCustomers).toBe(total.closingCustomers)
      expect(total.payingCustomers + total.pausedCustomers).toBe(total.closingCustomers)
    }
    expect(lists).toBeGreaterThan(2 * 37 * 1)
    expect((await calls.enrolments.sums({ state: 'all' })).monthly).toBe(report.totals.at(-1)?.mrr)
    // A year without a single case of a figure would prove nothing about it.
    if (days > 300)
      expect(
        [...placeFigures, ...recurringFigures, ...churnFigures, ...revenueFigures, ...subscriberFigures].filter(
          (name) => !seenFigures.has(name),
        ),
      ).toEqual([])
    for (const cohort of report.cohorts) {
      const ends = cohort.after.map((_, at) => addDays(addMonths(`${cohort.month}-01`, at + 2), -1))
      const expected = counter.cohort(cohort.month, ends, today)
      expect(cohort).toEqual({
        month: cohort.month,
        size: expected.size,
        after: expected.after.map((count, at) => ((ends[at] ?? '') <= today ? count : null)),
      })
      for (const [at, count] of cohort.after.entries())
        expect((await calls.reports.people({ figure: 'cohort', month: cohort.month, after: at + 1 })).total).toBe(count ?? 0)
      expect((await calls.reports.people({ figure: 'cohort', month: cohort.month })).total).toBe(cohort.size)
    }
    const narrowed = await calls.reports.subscriptions({ from: '2026-10', to: today.slice(0, 7), batch: batches[1]?.id ?? '' })
    expect(narrowed.batches).toEqual(report.batches.filter(({ batch }) => batch === batches[1]?.id))
  },
)
