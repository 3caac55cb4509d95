import fc from 'fast-check'
import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { attendanceMarks } from '#timetable/attendance/attendance.rules.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import { enrol } from '#timetable/enrolments/enrolment.actions.server.ts'
import { cancelEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { freeze } from '#timetable/enrolments/enrolment.freeze.server.ts'
import { currencyOf, postEntries } from '#business/ledger/books.server.ts'
import { addDays } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import type { TestApp } from '../../../test/app.ts'
import { floor, person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { freezeRankings } from './freeze.server.ts'
import type { RankingRow } from './rankings.contract.ts'
import type { BoardKind, RankingSpan } from './rankings.rules.ts'

/** Businesses to rank, whose marks are random or given. */

const dayMs = 86_400_000
const seed = Number(process.env['RANKINGS_SEED'] ?? 20_261_005)

export type Base = Awaited<ReturnType<typeof floor>> & { app: TestApp }
export const within = <Output>({ app, owner }: Base, work: (ctx: TenantContext) => Promise<Output>) =>
  runAs(app.app, 'system', owner.vendorId, work)

/** The daily task that freezes, run for one vendor. */
export const freezeNow = (base: Base) => freezeRankings({ run: (part) => within(base, part), doneThrough: null, isOver: () => false })

/** Every session with the people expected at it, in creation order. */
const expected = ({ app, owner: { vendorId } }: Base, from: string, to: string) =>
  tenant(
    app.app.db,
    vendorId,
    async (trx) =>
      (
        await sql<{ session: string; enrolment: string; customer: string }>`
          select s."id" as "session", e."id" as "enrolment", e."customer" from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
          where s."vendorId" = ${vendorId} and s."state" <> 'cancelled' and s."day" between ${from} and ${to} order by s."startsAt", s."id", e."id"`.execute(
          trx,
        )
      ).rows,
  )

type Marked = { session: string; enrolment: string; mark: (typeof attendanceMarks)[number] }
async function mark({ app, calls }: Base, some: readonly Marked[]): Promise<void> {
  const all = some.map((one) => ({ ...one, markedAt: new Date(app.clock.now()).toISOString() }))
  for (let at = 0; at < all.length; at += 200) await calls.attendance.mark({ marks: all.slice(at, at + 200) })
}

/** A batch's revenue on a day, a hundredth of which is refunded. */
export const earn = (base: Base, batch: string, day: string, amount: number) =>
  within(base, async ({ trx, call, vendorId, now }) => {
    const { currency } = await currencyOf(trx, vendorId)
    const common = { source: 'adjustment', sourceId: newId(), day, at: now, currency } as const
    const moves = [
      { debit: 'cash', credit: 'revenue', amount, method: 'cash', batch },
      { debit: 'refund', credit: 'cash', amount: Math.ceil(amount / 100), method: 'cash', batch },
    ] as const
    await postEntries(trx, call, { ...common, moves })
  })

const request = fc.record({
  customer: fc.nat(17),
  batch: fc.nat(2),
  day: fc.nat(60),
  length: fc.integer({ min: 3, max: 100 }),
  fate: fc.constantFrom('stays', 'stays', 'cancelled', 'frozen'),
  after: fc.integer({ min: 1, max: 40 }),
})

/**
 * Fourteen weeks of three batches with random marks: people come, go and pause, sessions are cancelled or get a
 * substitute, money comes in.
 */
export async function play(app: TestApp): Promise<Base> {
  app.clock.set(start)
  const base = { ...(await floor(app)), app }
  const { calls, batch, second, trainer } = base
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const dates = { startDate: '2026-10-05', endDate: '2027-01-10' }
  const batches: string[] = []
  for (const more of [
    { name: 'Mondays', trainingDays: week(1, 3), totalCandidates: 8 },
    { name: 'Tuesdays', trainer: second.id, trainingDays: week(2), totalCandidates: 12 },
    { name: 'Mornings', trainer: second.id, trainingDays: week(1, 6), startingTime: '08:00', endingTime: '09:00' },
  ])
    batches.push((await calls.batches.create(batch({ ...dates, ...more }))).id)
  const people: string[] = []
  for (let at = 0; at < 18; at++) people.push((await person(calls, `P${at}`, at % 6 === 5 ? { showInRankings: false } : {})).id)
  const requests = fc.sample(request, { numRuns: 60, seed })
  for (const one of requests.toSorted((a, b) => a.day - b.day)) {
    app.clock.set(start + one.day * dayMs)
    const startDate = addDays('2026-10-05', one.day)
    await within(base, async (ctx) => {
      const input = {
        batch: batches[one.batch] ?? '',
        customer: people[one.customer] ?? '',
        startDate,
        nextChargeOn: null,
        ifFull: 'refuse' as const,
      }
      const created = await enrol(ctx, { ...input, endDate: addDays(startDate, one.length) })
      if (one.fate === 'frozen')
        await freeze(ctx, { ...seen(created), from: addDays(startDate, one.after), to: addDays(startDate, one.after + 12) })
      if (one.fate === 'cancelled') await cancelEnrolment(ctx, { ...seen(created), when: 'now', reason: '' })
    }).catch(() => {})
  }
  await travel(app, base.owner, start + 30 * dayMs)
  const { rows } = await calls.sessions.list({ from: '2026-11-10', to: '2026-12-31' })
  for (const [at, { id, version, day, startingTime, endingTime, hall, capacity, trainer: own }] of rows.entries()) {
    const other = own === trainer.id ? second.id : trainer.id
    if (at % 7 === 2) await refusal(calls.sessions.change({ id, version, day, startingTime, endingTime, hall, capacity, trainer: other }))
    if (at % 9 === 4) await calls.sessions.cancel({ id, version, reason: 'Rain', tell: false })
  }
  for (const [at, day] of ['2026-11-12', '2026-11-19', '2026-11-26', '2026-12-03'].entries())
    await calls.sessions.add({
      batch: batches[at % 2] ?? '',
      day,
      startingTime: '06:00',
      endingTime: '07:00',
      trainer: at % 3 ? second.id : trainer.id,
      hall: null,
      tell: false,
    })
  await calls.closures.create({ fromDay: '2026-12-07', toDay: '2026-12-08', label: 'Works', tell: false })
  for (const [at, amount] of [90_001, 50_000, 70_777].entries()) await earn(base, batches[at] ?? '', addDays('2026-10-20', at * 20), amount)
  await travel(app, base.owner, start + 97 * dayMs)
  const all = await expected(base, '2026-10-05', '2027-01-10')
  const drawn = fc.sample(fc.constantFrom('present', 'present', 'present', 'late', 'absent', 'excused', 'booked'), {
    numRuns: all.length,
    seed,
  })
  await mark(
    base,
    all.map(({ session, enrolment }, at) => ({ session, enrolment, mark: drawn[at] as Marked['mark'] })),
  )
  return base
}

/** Four people on Mondays with given marks for each week; the clock is after the last of them. */
export async function weeks(app: TestApp, plan: Record<string, string>, more: Record<string, object> = {}, after = 7) {
  app.clock.set(start)
  const base = { ...(await floor(app)), app }
  const { calls, batch, owner } = base
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const made = await calls.batches.create(batch({ startDate: '2026-10-05', endDate: '2027-03-29', totalCandidates: 20 }))
  const ids: Record<string, string> = {}
  for (const name of Object.keys(plan)) {
    const { id } = await person(calls, name, more[name] ?? {})
    ids[name] = id
    await calls.enrolments.enrol({ batch: made.id, customer: id })
  }
  const days = Math.max(...Object.values(plan).map((text) => text.length))
  const word = { p: 'present', l: 'late', a: 'absent', e: 'excused', '-': 'booked' } as Record<string, Marked['mark']>
  const one = async (at: number, letters: Record<string, string>) => {
    const on = addDays('2026-10-05', at * 7)
    const booked = await expected(base, on, on)
    await mark(
      base,
      booked.flatMap(({ session, enrolment, customer }) => {
        const name = Object.keys(ids).find((known) => ids[known] === customer) ?? ''
        return letters[name] ? [{ session, enrolment, mark: word[letters[name]] ?? 'booked' }] : []
      }),
    )
  }
  await travel(app, owner, start + (days * 7 + after) * dayMs)
  for (let at = 0; at < days; at++) await one(at, Object.fromEntries(Object.entries(plan).map(([name, text]) => [name, text[at] ?? '-'])))
  const board = (more: { board?: BoardKind; span?: RankingSpan; day?: string; page?: number; size?: number } = {}) =>
    calls.rankings.board({ board: 'customers', span: 'month', day: '2026-10-05', ...more })
  return { ...base, made, ids, one, board }
}

/** Ranks and names; the order of equal ones is determined by their ids. */
export const ranksOf = (rows: RankingRow[]) => rows.map(({ rank, name }) => `${rank ?? '–'} ${name}`).toSorted()

/** A business in a country whose one batch met and was marked as given, every week of October, frozen. */
export async function rival(app: TestApp, country: string, letters: string) {
  app.clock.set(start)
  const base = { ...(await floor(app, country)), app }
  const { calls, batch, owner } = base
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const created = await calls.batches.create(
    batch({ startDate: '2026-10-05', endDate: '2027-01-31', totalCandidates: letters.length, trainingDays: week(1, 2, 3, 4, 5) }),
  )
  const people: string[] = []
  for (let at = 0; at < letters.length; at++) people.push((await person(calls, `P${at}`, { phone: '', email: `p${at}@example.com` })).id)
  for (const customer of people) await calls.enrolments.enrol({ batch: created.id, customer })
  await travel(app, owner, Date.parse('2026-11-03T09:00:00Z'))
  const booked = await expected(base, '2026-10-05', '2026-10-31')
  const word = { p: 'present', a: 'absent' } as Record<string, Marked['mark']>
  await mark(
    base,
    booked.map(({ session, enrolment, customer }) => ({
      session,
      enrolment,
      mark: word[letters[people.indexOf(customer)] ?? ''] ?? 'excused',
    })),
  )
  await freezeNow(base)
  return base
}
