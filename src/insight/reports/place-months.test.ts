import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, finish, move } from '#timetable/enrolments/enrolment.actions.server.ts'
import { cancelEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { freeze, unfreeze } from '#timetable/enrolments/enrolment.freeze.server.ts'
import { readEnrolments } from '#timetable/enrolments/enrolment.row.server.ts'
import { addDays, addMonths } from '#lib/days.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, seen, start, travel } from '../../../test/floor.ts'
import { slow } from './place-months.sample.ts'
import type { FigureRow, Movement } from './subscription.contract.ts'
import { churnFigures, placeFigures, recurringFigures } from './subscription.rules.ts'

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

/** A year of a business: three batches with units of each kind, and customers who come, go, pause, move and come back. */
async function year(seed: number) {
  app.clock.set(start)
  const base = await floor(app)
  const { calls, owner } = base
  const { vendorId } = owner
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const span = { startDate: '2026-10-05', endDate: '2027-09-30' }
  const batches = [
    await calls.batches.create(base.batch({ ...span, name: 'Juniors A', totalCandidates: 24 })),
    await calls.batches.create(
      base.batch({ ...span, name: 'Juniors B', price: 12_345, startingTime: '09:00', endingTime: '10:00', totalCandidates: 24 }),
    ),
    await calls.batches.create(
      base.batch({ ...span, name: 'Juniors C', priceUnit: 'term', startingTime: '11:00', endingTime: '12:00', totalCandidates: 24 }),
    ),
  ]
  const people = await Promise.all(Array.from({ length: 30 }, (_, at) => person(calls, `P${at}`)))
  const roll = dice(seed)
  const done: Record<string, number> = {}
  let blocked = 0
  let frozen = 0
  for (let day = 0; day < 350; day += 1 + roll(3)) {
    app.clock.set(start + day * dayMs)
    const today = addDays('2026-10-05', day)
    // Each month one place that will be billed again is frozen over the month's end, or its customer is blocked.
    if (day > 30 * (frozen + blocked + 1)) {
      await travel(app, owner, start + day * dayMs)
      const { rows } = await calls.enrolments.list({ state: 'active', size: 100 })
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
      const batch = batches[roll(3)]?.id ?? ''
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
      const row = rows[roll(rows.length)]
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
  expect(blocked).toBeGreaterThan(2)
  expect(frozen).toBeGreaterThan(1)
  await travel(app, owner, start + 350 * dayMs)
  return { ...base, vendorId, batches, done }
}

async function all(read: (page: number) => Promise<{ rows: FigureRow[]; total: number }>): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (let page = 1; ; page++) {
    const found = await read(page)
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) return rows
  }
}

test(
  'every figure of a random year is what a walk through each day of each place counts, and each opens as many rows',
  { timeout: 120_000 },
  async () => {
    const { calls, vendorId, batches, done } = await year(20_261_005)
    for (const kind of ['enrol', 'cancel', 'cancelLater', 'freeze', 'unfreeze', 'move', 'finish'])
      expect(done[kind], kind).toBeGreaterThan(1)
    const counter = await slow(app.app.db, vendorId)
    const report = await calls.reports.subscriptions({ from: '2026-10', to: '2027-09' })
    const today = '2027-09-20'
    const seenFigures = new Set<string>()
    let lists = 0
    for (const total of report.totals) {
      const first = `${total.month}-01`
      const last = [addDays(addMonths(first, 1), -1), today].toSorted()[0] ?? ''
      for (const batch of [null, ...batches.map(({ id }) => id)]) {
        const expected = counter.month(first, last, batch)
        const empty = Object.fromEntries(Object.keys(expected).map((name) => [name, 0]))
        const row = batch === null ? total : report.batches.find((one) => one.month === total.month && one.batch === batch)
        const { month: _month, batch: _batch, batchName: _name, ...found } = row ?? { ...(empty as unknown as Movement) }
        expect(found, `${total.month} ${batch ?? 'all'}`).toEqual(expected)
        const of = found as unknown as Record<string, number>
        const sum = (...names: string[]) => names.reduce((whole, name) => whole + (of[name] ?? 0), 0)
        expect(sum('opening', 'new', 'returning', 'movedIn') - sum('cancelled', 'expired', 'movedOut')).toBe(of['closing'])
        expect(
          sum('mrrOpening', 'mrrNew', 'mrrReturning', 'mrrMovedIn', 'mrrThawed') -
            sum('mrrFrozen', 'mrrCancelled', 'mrrExpired', 'mrrMovedOut'),
        ).toBe(of['mrr'])
        for (const [name, value] of Object.entries(of)) if (value) seenFigures.add(name)
        if (batch !== null && batch !== batches[0]?.id) continue
        for (const name of [...placeFigures, ...churnFigures, ...recurringFigures]) {
          const rows = await all((page) =>
            calls.reports.people({ figure: name, month: total.month, ...(batch ? { batch } : {}), page, size: 100 }),
          )
          const isMoney = (recurringFigures as readonly string[]).includes(name)
          expect(isMoney ? rows.reduce((whole, { price }) => whole + price, 0) : rows.length, `${total.month} ${name}`).toBe(of[name])
          lists += 1
        }
      }
      expect(total.movedIn).toBe(total.movedOut)
    }
    expect(lists).toBe(12 * 2 * 21)
    // A year without a single case of a figure would prove nothing about it.
    expect([...placeFigures, ...recurringFigures, ...churnFigures].filter((name) => !seenFigures.has(name))).toEqual([])
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
    const narrowed = await calls.reports.subscriptions({ from: '2026-10', to: '2027-09', batch: batches[1]?.id ?? '' })
    expect(narrowed.batches).toEqual(report.batches.filter(({ batch }) => batch === batches[1]?.id))
  },
)
