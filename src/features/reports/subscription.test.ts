import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { enrol, finish, move } from '#features/enrolments/enrolment.actions.server.ts'
import { cancel, freeze, unfreeze } from '#features/enrolments/enrolment.dates.server.ts'
import { readEnrolments } from '#features/enrolments/enrolment.row.server.ts'
import { addDays, addMonths } from '#lib/days.ts'
import { runAs, type Inside } from '#server/inside.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { slow } from './places.sample.ts'
import type { FigureRow, Movement } from './subscription.contract.ts'
import { churnFigures, placeFigures, recurringFigures } from './subscription.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000

/** A number below a limit, the same ones in each run. */
function dice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const within = (vendorId: string, work: (inside: Inside) => Promise<unknown>) =>
  runAs(app.app, 'system', vendorId, work).then(
    () => true,
    () => false,
  )

/** A year of a business: three batches with units of each kind, and people who come, go, pause, move and come back. */
async function year(seed: number) {
  app.clock.set(start)
  const base = await floor(app)
  const { calls, owner } = base
  const { vendorId } = owner
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
  for (let day = 0; day < 350; day += 1 + roll(3)) {
    app.clock.set(start + day * dayMs)
    const today = addDays('2026-10-05', day)
    const kind = ['enrol', 'enrol', 'enrol', 'cancel', 'cancelLater', 'freeze', 'unfreeze', 'move', 'move', 'finish'][roll(10)] ?? ''
    const ok = await within(vendorId, async (inside) => {
      const batch = batches[roll(3)]?.id ?? ''
      const customer = people[roll(people.length)]?.id ?? ''
      if (kind === 'enrol') {
        const startDate = addDays(today, roll(4) === 0 ? roll(20) : 0)
        return enrol(inside, {
          batch,
          customer,
          startDate,
          endDate: addDays(startDate, roll(90)),
          nextChargeOn: roll(2) ? addDays(today, roll(60)) : null,
          ifFull: 'refuse',
        })
      }
      const page = { page: 1, size: 100, search: '', sort: 'createdAt' as const, direction: 'desc' as const, state: 'held' as const }
      const { rows } = await readEnrolments(inside.trx, inside.call, inside.moment, page)
      const row = rows[roll(rows.length)]
      if (!row) throw new Error('Nobody has a place')
      const { id, version } = row
      if (kind === 'cancel') return cancel(inside, { id, version, when: 'now', reason: '' })
      if (kind === 'cancelLater') return cancel(inside, { id, version, when: 'periodEnd', reason: '' })
      if (kind === 'freeze') return freeze(inside, { id, version, from: addDays(today, roll(10)), to: addDays(today, 10 + roll(40)) })
      if (kind === 'unfreeze') return unfreeze(inside, { id, version })
      if (kind === 'move') return move(inside, { id, version, batch })
      return finish(inside, { id, version })
    })
    if (ok) done[kind] = (done[kind] ?? 0) + 1
  }
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
  { timeout: 240_000 },
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
    expect(lists).toBe(12 * 2 * 20)
    // A year that has nothing of a kind proves nothing about it.
    expect([...placeFigures, ...recurringFigures, ...churnFigures].filter((name) => !seenFigures.has(name))).toEqual([])
    for (const cohort of report.cohorts) {
      const ends = cohort.after.map((_, at) => addDays(addMonths(`${cohort.month}-01`, at + 2), -1))
      const expected = counter.cohort(cohort.month, ends)
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

test.each([
  ['AE', 2],
  ['KW', 3],
])('in %s the recurring price of a month is the sum of monthly prices of who is there and not frozen', async (country, exponent) => {
  app.clock.set(start)
  const base = await floor(app, country)
  const { calls, owner } = base
  const made = await calls.batches.create(base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', price: 35_125 }))
  const term = await calls.batches.create(
    base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', priceUnit: 'term', startingTime: '09:00', endingTime: '10:00' }),
  )
  const [amal, badr, dana] = [
    await person(calls, 'Amal', { phone: '', email: 'amal@example.com' }),
    await person(calls, 'Badr', { phone: '', email: 'badr@example.com' }),
    await person(calls, 'Dana', { phone: '', email: 'dana@example.com' }),
  ]
  const first = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, nextChargeOn: '2026-10-20' })
  const second = await calls.enrolments.enrol({ batch: made.id, customer: badr.id, nextChargeOn: '2026-11-05' })
  const third = await calls.enrolments.enrol({ batch: term.id, customer: dana.id, nextChargeOn: '2026-11-04' })
  await calls.enrolments.freeze({ ...seen(second), from: '2026-10-05', to: '2026-10-31' })
  const october = await calls.reports.subscriptions({ from: '2026-10', to: '2026-12' })
  expect(october).toMatchObject({
    exponent,
    totals: [{ month: '2026-10', opening: 0, new: 3, closing: 3, mrrNew: 70_250, mrrFrozen: 35_125, mrr: 35_125 }],
  })
  // The first on 20 October and the term on 3 November or later; the frozen one's payment moved behind.
  expect(october.renewals).toEqual({ count: 1, amount: 35_125, from: '2026-10-05', to: '2026-11-03' })
  expect((await calls.reports.people({ figure: 'renewals', month: '2026-10' })).rows).toMatchObject([
    { id: first.id, firstName: 'Amal', exponent },
  ])
  await travel(app, owner, start + dayMs)
  expect((await calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })).renewals).toMatchObject({
    count: 2,
    amount: 35_125 + third.price,
  })
  await travel(app, owner, start + 29 * dayMs)
  await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: 'Moved away' })
  expect((await calls.reports.subscriptions({ from: '2026-10', to: '2026-12' })).totals).toMatchObject([
    { month: '2026-10', closing: 3, mrr: 35_125 },
    {
      month: '2026-11',
      opening: 3,
      cancelled: 1,
      closing: 2,
      active: 3,
      lost: 1,
      mrrOpening: 35_125,
      mrrThawed: 35_125,
      mrrCancelled: 35_125,
      mrr: 35_125,
    },
  ])
})

test('a move is no loss, a gap makes it a return, and a move on the first day is none', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner, made } = base
  const other = await calls.batches.create(
    base.batch({ startDate: '2026-10-05', endDate: '2026-12-31', startingTime: '09:00', endingTime: '10:00' }),
  )
  const late = await calls.batches.create(
    base.batch({ startDate: '2026-11-10', endDate: '2026-12-31', startingTime: '12:00', endingTime: '13:00' }),
  )
  const [amal, badr, dana] = [await person(calls, 'Amal'), await person(calls, 'Badr'), await person(calls, 'Dana')]
  const [a, b, d] = [
    await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
    await calls.enrolments.enrol({ batch: made.id, customer: badr.id }),
    await calls.enrolments.enrol({ batch: made.id, customer: dana.id }),
  ]
  await calls.enrolments.move({ ...seen(d), batch: other.id })
  await travel(app, owner, start + 28 * dayMs)
  await calls.enrolments.move({ ...seen(a), batch: other.id })
  await calls.enrolments.move({ ...seen(b), batch: late.id })
  await travel(app, owner, start + 40 * dayMs)
  const { totals, batches } = await calls.reports.subscriptions({ from: '2026-10', to: '2026-11' })
  expect(totals).toMatchObject([
    { opening: 0, new: 3, movedIn: 0, closing: 3 },
    { opening: 3, new: 0, movedIn: 1, movedOut: 1, returning: 1, cancelled: 1, closing: 3, active: 3, lost: 0 },
  ])
  expect(batches.find((row) => row.batch === made.id && row.month === '2026-11')).toMatchObject({
    opening: 2,
    movedOut: 1,
    cancelled: 1,
    closing: 0,
    lost: 0,
  })
})

test('who keeps the books sees no names, a trainer and a front desk nothing', async () => {
  const { calls, owner, made } = await openFloor(app, 5)
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  const as = (role: string) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const people = () => calls.reports.people({ figure: 'new', month: '2026-10' })
  expect((await people()).rows).toMatchObject([{ firstName: 'Amal' }])
  await as('accountant')
  expect((await people()).rows).toMatchObject([{ firstName: '', lastName: '', customer: amal.id }])
  for (const role of ['trainer', 'frontDesk']) {
    await as(role)
    expect(await refusal(people()), role).toBe('permission/denied')
    expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2026-10' })), role).toBe('permission/denied')
    expect(await refusal(calls.reports.audit({})), role).toBe('permission/denied')
  }
})

test('a span of months is in order and at most two years', async () => {
  const { calls } = await openFloor(app, 1)
  expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2026-09' }))).toBe('reports.month.order')
  expect(await refusal(calls.reports.subscriptions({ from: '2026-10', to: '2028-10' }))).toBe('reports.month.many')
  expect((await calls.reports.subscriptions({ from: '2027-01', to: '2027-02' })).totals).toEqual([])
})
