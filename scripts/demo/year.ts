import { runUpkeep } from '#db/embedded/upkeep.ts'
import { addDays } from '#lib/days.ts'
import { markDay } from './attendance.ts'
import { moveMoney, openAccounts } from './accounts.ts'
import { countTill, isCounted, closeMonth, openBooks, spend } from './books.ts'
import { closuresBetween } from './closures.ts'
import { runContests } from './contests.ts'
import { changeSession, tidyUp } from './desk.ts'
import { endGroup, isTaken, load, openGroup, seat, type Group, type Seat } from './groups.ts'
import { unlessRefused, type Office } from './office.ts'
import { agreePay, payAgreedOn } from './pay.ts'
import { offer as quote, offerPlaces } from './offers.ts'
import { fits, welcome, type Crowd } from './people.ts'
import { furnish } from './premises.ts'
import { gather } from './team.ts'
import { enterTimeOff } from './time-off.ts'
import { collectFirst, refundHalf, renew, sellGoods, type Later } from './till.ts'

/** How much is played: the days of history and the number of people who join in them. */
export type Size = { days: number; people: number }

/** How many days before a closure it is entered. */
const notice = 60
/** Share of people who enquire but never enrol. */
const leads = 0.07

/**
 * Whether the embedded database runs maintenance on a given day: while it grows fastest, later every few weeks, and before the
 * last weeks' contests.
 */
const isUpkeep = (index: number, days: number) => [5, 15, days - 40, days - 8].includes(index) || index % 40 === 30

/**
 * Plays the days before today, entering each as an owner would: the present state follows from what was done.
 * @param onProgress called after each day with the number of days played
 */
export async function playYear(
  office: Office,
  clock: { now: number },
  today: string,
  { days, people }: Size,
  onProgress: (played: number) => void,
): Promise<void> {
  const { app, business, random, calls } = office
  const first = addDays(today, -days)
  // Plans are written for 365 days of history.
  const dayOf = (offset: number) => addDays(today, offset < 0 ? Math.round((offset * days) / 365) : offset)
  const receipts = await openBooks(office, first)
  await openAccounts(office, first)
  const premises = await furnish(office)
  await gather(office, premises)
  const closures = closuresBetween(business.closures, first, addDays(today, 100))
  const plans = business.batches.map((plan) => ({ plan, start: dayOf(plan.start), end: dayOf(plan.end) }))
  const groups: Group[] = []
  const crowd: Crowd = { people: [], reached: 0 }
  const due = new Map<string, (() => Promise<void>)[]>()
  const later: Later = (day, work) => {
    if (day < today) due.set(day, [...(due.get(day) ?? []), work])
  }

  /** Schedules what may happen to an enrolment: a freeze, a move to another batch, an early end. */
  function foresee(group: Group, seated: Seat, day: string): void {
    const act = async (work: (row: Seat['row']) => Promise<Seat['row']>) => {
      office.pass()
      const row = await calls.enrolments.get({ id: seated.row.id })
      if (row.state === 'active' || row.state === 'pastDue') seated.row = (await unlessRefused(work(row))) ?? row
    }
    const on = (low: number, high: number) => addDays(seated.row.startDate > day ? seated.row.startDate : day, random.between(low, high))
    if (random.chance(0.2)) {
      const at = on(20, 200)
      const when = at > addDays(today, -20) && random.chance(0.6) ? ('periodEnd' as const) : ('now' as const)
      const wantsBack = when === 'now' && random.chance(0.4)
      later(at, async () => {
        await act(({ id, version }) => calls.enrolments.cancel({ id, version, when, reason: random.pick(business.reasons) }))
        if (wantsBack) await refundHalf(office, seated.person.id)
      })
    }
    if (random.chance(0.13)) {
      const at = random.chance(0.5) ? addDays(today, -random.between(3, 9)) : on(15, 180)
      const [from, to] = [addDays(at, 1), addDays(at, random.between(12, 26))]
      if (at > seated.row.startDate) later(at, () => act(({ id, version }) => calls.enrolments.freeze({ id, version, from, to })))
    }
    if (random.chance(0.03)) {
      const target = groups.find((other) => other !== group && other.plan.service === group.plan.service && other.plan.fate === undefined)
      const at = on(30, 150)
      if (!target) return
      later(at, () =>
        act(async ({ id, version }) => {
          const row = await calls.enrolments.move({ id, version, batch: target.batch.id })
          target.seats.set(row.id, { row, person: seated.person })
          return calls.enrolments.get({ id })
        }),
      )
    }
  }

  async function arrive(group: Group, day: string, progress: number): Promise<void> {
    const isThere = new Set(
      [...group.seats.values()]
        .filter((one) => isTaken(one, day, clock.now) || one.row.state === 'waitlisted')
        .map(({ person }) => person.id),
    )
    const known = crowd.people.filter((person) => !isThere.has(person.id) && fits(person, group.plan, day))
    const mayGrow = crowd.people.length < people * (1 - leads) * (0.4 + 0.6 * progress)
    if (!mayGrow && known.length === 0) return
    const person =
      mayGrow && (known.length === 0 || random.chance(0.8)) ? await welcome(office, crowd, group.plan, day) : random.pick(known)
    const seated = await seat(office, group, person, day, later)
    if (seated?.row.state === 'active') foresee(group, seated, day)
  }

  /** Offers free places to the waiting list; most people accept the next day. */
  async function offer(group: Group, day: string): Promise<void> {
    const { taken, waiting } = load(group, day, clock.now)
    if (waiting === 0 || taken >= group.plan.places) return
    office.pass()
    const row = await unlessRefused(calls.enrolments.offerNext({ batch: group.batch.id }))
    const seated = row && group.seats.get(row.id)
    if (!seated) return
    seated.row = row
    const answer = random.next()
    later(addDays(day, 1), async () => {
      office.pass()
      const { id, version } = row
      if (answer < 0.75) {
        seated.row = (await unlessRefused(calls.enrolments.accept({ id, version }))) ?? seated.row
        const { batch, person } = { batch: group.batch, person: seated.person }
        if (seated.row.state === 'active')
          seated.row =
            (await collectFirst(office, seated.row, { batch, person, startDate: seated.row.startDate }, addDays(day, 1), later)) ??
            seated.row
      } else if (answer < 0.88) seated.row = (await unlessRefused(calls.enrolments.decline({ id, version }))) ?? seated.row
    })
  }

  for (let index = 0; index < days; index++) {
    const day = addDays(first, index)
    const progress = index / days
    // A year passes in a minute, within which autovacuum would not run: all statements would be planned for empty tables.
    if (app.db.asOwner && isUpkeep(index, days)) await runUpkeep(app.db.asOwner)
    office.at(day, '08:30')
    for (const { label, fromDay, toDay } of closures)
      if (day === (addDays(fromDay, -notice) > first ? addDays(fromDay, -notice) : first))
        await calls.closures.create({ fromDay, toDay, label, tell: false })
    for (const { plan, start, end } of plans) {
      const opens = addDays(start, -10) > first ? addDays(start, -10) : first
      if (day === (opens < today ? opens : addDays(today, -2))) groups.push(await openGroup(office, premises, plan, start, end))
      const group = groups.find((one) => one.plan === plan)
      const isOver =
        plan.fate === 'completed' ? day === addDays(end, 1) : typeof plan.fate === 'object' && day === dayOf(plan.fate.cancelled)
      if (group && isOver) await endGroup(office, group)
    }
    if (day === dayOf(payAgreedOn)) await agreePay(office, premises, day)
    await enterTimeOff(office, premises, day, today)
    await renew(office, day, later)
    await closeMonth(office, day, first)
    await moveMoney(office, day)
    office.at(day, '10:00')
    for (const work of due.get(day) ?? []) await work()
    for (const group of groups) {
      if (group.batch.state !== 'open' || group.batch.endDate < day) continue
      await offer(group, day)
      const { taken, waiting } = load(group, day, clock.now)
      const grown = Math.min((Date.parse(day) - Date.parse(group.batch.startDate)) / 86_400_000 / (days / 5), 1)
      const missing = group.plan.demand * group.plan.places * (0.6 + 0.4 * Math.max(grown, 0)) - taken - waiting
      const arrivals = Math.max(0, Math.min(3, Math.floor(missing / 8 + random.next())))
      for (let one = 0; one < arrivals; one++) await arrive(group, day, progress)
    }
    if (groups.length > 0 && random.chance((people * leads) / days)) await welcome(office, crowd, random.pick(groups).plan, day)
    if (random.chance(0.35)) await sellGoods(office, crowd.people, day, later)
    if (random.chance(0.15)) await spend(office, receipts, premises.halls, day)
    if (random.chance(0.06)) await quote(office, premises, crowd.people, day, later)
    await offerPlaces(office, groups, crowd.people, { day, today })
    await runContests(office, groups, day, today)
    if (index > 20 && random.chance(9 / days)) await changeSession(office, premises, addDays(day, 1), addDays(day, 6))
    office.at(day, '22:30')
    if (isCounted(day, today)) await countTill(office, day)
    office.at(day, '22:45')
    const isLate = index >= days - 3
    await markDay(office, day, (session, count) => isLate && (session % 2 === 1 || session === count - 1))
    onProgress(index + 1)
  }
  await tidyUp(office, premises, groups, crowd, today)
}
