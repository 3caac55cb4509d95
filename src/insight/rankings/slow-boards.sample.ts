import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'

/** Computes the boards of a period by walking through plain rows, deliberately not as the product does. */

type Day = { day: string }
type Session = Day & {
  id: string
  batch: string
  trainer: string
  capacity: number
  state: string
  startsAt: string
  isOwn: boolean
  isAdded: boolean
  reason: string | null
  closure: string | null
}
type Enrolment = {
  id: string
  batch: string
  customer: string
  startDate: string
  endDate: string
  state: string
  freezes: { from: string; to: string | null }[]
}
type Mark = { session: string; enrolment: string; customer: string; mark: string }
type Rows = {
  sessions: Session[]
  enrolments: Enrolment[]
  marks: Mark[]
  batches: { id: string; trainer: string; totalCandidates: number; reason: string | null }[]
  customers: { id: string; state: string; showInRankings: boolean }[]
  ledger: (Day & { batch: string | null; debit: string; credit: string; amount: number })[]
}

/** All the rows that boards are computed from, straight from the tables. */
export function readAll(db: Database, vendorId: string): Promise<Rows> {
  return tenant(db, vendorId, async (trx) => {
    const all = async <Row>(table: string) => (await sql<Row>`select * from ${sql.table(table)}`.execute(trx)).rows
    return {
      sessions: await all<Session>('batchSessions'),
      enrolments: await all<Enrolment>('enrolments'),
      marks: await all<Mark>('attendance'),
      batches: await all<Rows['batches'][number]>('batches'),
      customers: await all<Rows['customers'][number]>('customers'),
      ledger: await all<Rows['ledger'][number]>('ledger'),
    }
  })
}

type Pair = [num: number, den: number]
export type SlowRow = {
  id: string
  rank: number | null
  score: number | null
  sample: number
  inputs: Record<string, { num: number; den: number }>
}

/** Each part's weight, written out a second time. */
const weights: Record<string, Record<string, number>> = {
  customers: { sessions: 40, attendance: 40, streak: 20 },
  trainers: { attendance: 40, held: 25, retention: 20, fill: 15 },
  batches: { fill: 30, attendance: 30, revenue: 20, retention: 20 },
  business: { fill: 30, attendance: 30, retention: 25, growth: 15 },
}

/** The score in tenths: shares truncated to hundredths of a percent, their weighted mean rounded half up. */
function score(board: string, parts: Record<string, Pair>): number | null {
  let [points, sum] = [0n, 0n]
  for (const [key, [num, den]] of Object.entries(parts)) {
    if (den <= 0) continue
    const weight = BigInt(weights[board]?.[key] ?? 0)
    const share = (BigInt(Math.max(num, 0)) * 10_000n) / BigInt(den)
    points += weight * (share > 10_000n ? 10_000n : share)
    sum += weight
  }
  return sum === 0n ? null : Number((2n * points + 10n * sum) / (20n * sum))
}

function board(name: string, fewest: number, rows: { id: string; sample: number; parts: Record<string, Pair> }[]): SlowRow[] {
  const scored = rows.map(({ id, sample, parts }) => ({
    id,
    sample,
    score: sample >= fewest ? score(name, parts) : null,
    inputs: Object.fromEntries(
      Object.entries(parts)
        .filter(([, [, den]]) => den > 0)
        .map(([key, [num, den]]) => [key, { num, den }]),
    ),
  }))
  return scored
    .map((row) => ({
      ...row,
      rank: row.score === null ? null : 1 + scored.filter((other) => other.score !== null && other.score > (row.score ?? 0)).length,
    }))
    .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.sample - a.sample || (a.id < b.id ? -1 : 1))
}

const isHere = (mark: string) => mark === 'present' || mark === 'late'
const count = <Item>(items: readonly Item[], holds: (item: Item) => boolean) => items.filter(holds).length

/** The longest run of weeks that hold, in the given order. */
function longest(weeks: readonly boolean[]): number {
  let [best, run] = [0, 0]
  for (const holds of weeks) {
    run = holds ? run + 1 : 0
    best = Math.max(best, run)
  }
  return best
}

type Asked = { from: string; to: string; today: string; now: string; firstWeekday: number; fewest: Record<string, number> }

/** The four boards of a period. */
export function slowBoards(rows: Rows, { from, to, today, now, firstWeekday, fewest }: Asked): Record<string, SlowRow[]> {
  const last = to < today ? to : today
  const within = ({ day }: Day) => day >= from && day <= to
  const planned = rows.sessions.filter((one) => within(one) && Date.parse(one.startsAt) <= Date.parse(now))
  const delivered = planned.filter(({ state }) => state !== 'cancelled')
  const marksOf = (session: string) => rows.marks.filter((one) => one.session === session && one.mark !== 'booked')
  const isExpected = (place: Enrolment, day: string) =>
    place.startDate <= day &&
    (['active', 'completed'].includes(place.state) ? day <= place.endDate : place.state === 'cancelled' && day < place.endDate) &&
    !place.freezes.some((freeze) => freeze.from <= day && (freeze.to === null || day <= freeze.to))
  const isEnrolled = (place: Enrolment, day: string) => isExpected({ ...place, freezes: [] }, day)
  const keeps = (customer: string) => rows.enrolments.some((place) => place.customer === customer && isEnrolled(place, last))
  const fill = (some: Session[]): Pair => [
    some.reduce((sum, { batch, day }) => sum + count(rows.enrolments, (place) => place.batch === batch && isExpected(place, day)), 0),
    some.reduce((sum, { capacity }) => sum + capacity, 0),
  ]
  const attendance = (some: Mark[]): Pair => [count(some, ({ mark }) => isHere(mark)), some.length]
  /** Whether a place ended in the period: the day after its last one lies in it. */
  const wentIn = (place: Enrolment) => {
    if (!isEnrolled(place, place.startDate)) return false
    let day = place.startDate
    while (isEnrolled(place, addDays(day, 1))) day = addDays(day, 1)
    return place.startDate <= last && addDays(day, 1) >= from && addDays(day, 1) <= last
  }
  const ended = (batch: string) => [
    ...new Set(rows.enrolments.filter((place) => place.batch === batch && wentIn(place)).map((one) => one.customer)),
  ]
  const retention = (batches: string[]): Pair => [
    batches.reduce((sum, batch) => sum + count(ended(batch), keeps), 0),
    batches.reduce((sum, batch) => sum + ended(batch).length, 0),
  ]

  const target = Math.max(1, Math.round((3 * (Date.parse(last) - Date.parse(from) + 86_400_000)) / 86_400_000 / 7))
  const weekOf = (day: string) => {
    let first = day
    while (new Date(first).getUTCDay() !== firstWeekday) first = addDays(first, -1)
    return first
  }
  const dayOf = new Map(delivered.map(({ id, day }) => [id, day]))
  const marked = delivered.flatMap(({ id }) => marksOf(id))
  const people = [...Map.groupBy(marked, ({ customer }) => customer)]
    .filter(([id]) => rows.customers.some((one) => one.id === id && one.state === 'active' && one.showInRankings))
    .map(([id, own]) => {
      const weeks = [...Map.groupBy(own, ({ session }) => weekOf(dayOf.get(session) ?? ''))].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const came = weeks.map(([, of]) => of.some(({ mark }) => isHere(mark)))
      const [there, all] = attendance(own)
      return {
        id,
        sample: all,
        parts: { sessions: [there, target], attendance: [there, all], streak: [longest(came), weeks.length] } as Record<string, Pair>,
      }
    })

  const batchOf = (id: string) => rows.batches.find((one) => one.id === id)
  const plannedFor = (one: Session) => (one.isOwn && !one.isAdded ? (batchOf(one.batch)?.trainer ?? '') : one.trainer)
  const duties = planned.filter(
    (one) =>
      one.state !== 'cancelled' || (one.closure === null && one.reason !== null && one.reason !== (batchOf(one.batch)?.reason ?? null)),
  )
  const trainers = [...Map.groupBy(delivered, ({ trainer }) => trainer)].map(([id, own]) => {
    const due = duties.filter((one) => plannedFor(one) === id)
    const batches = rows.batches.filter(({ trainer }) => trainer === id).map((one) => one.id)
    const parts: Record<string, Pair> = {
      attendance: attendance(own.flatMap((one) => marksOf(one.id))),
      held: [count(due, (one) => one.state !== 'cancelled' && one.trainer === id), due.length],
      retention: retention(batches),
      fill: fill(own),
    }
    return { id, sample: own.length, parts }
  })

  const sold = ['revenue', 'discount', 'refund']
  const net = (batch: string) =>
    rows.ledger
      .filter((entry) => within(entry) && entry.batch === batch)
      .reduce((sum, { debit, credit, amount }) => sum + (sold.includes(credit) ? amount : 0) - (sold.includes(debit) ? amount : 0), 0)
  const groups = [...Map.groupBy(delivered, ({ batch }) => batch)].map(([id, own]) => ({
    id,
    own,
    perPlace: Math.floor(Math.max(net(id), 0) / (batchOf(id)?.totalCandidates ?? 1)),
  }))
  const best = Math.max(0, ...groups.map(({ perPlace }) => perPlace))
  const batches = groups.map(({ id, own, perPlace }) => {
    const parts: Record<string, Pair> = {
      fill: fill(own),
      attendance: attendance(own.flatMap((one) => marksOf(one.id))),
      revenue: [perPlace, best],
      retention: retention([id]),
    }
    return { id, sample: own.length, parts }
  })

  const everyone = [...new Set(rows.enrolments.map(({ customer }) => customer))]
  const placesOf = (customer: string) => rows.enrolments.filter((place) => place.customer === customer)
  const atStart = everyone.filter((customer) =>
    placesOf(customer).some((place) => place.startDate < from && isEnrolled(place, addDays(from, -1))),
  )
  const lost = atStart.filter((customer) => !keeps(customer))
  const atEnd = everyone.filter(keeps)
  const parts: Record<string, Pair> = {
    fill: fill(delivered),
    attendance: attendance(marked),
    retention: [atStart.length - lost.length, atStart.length],
    growth: [atEnd.length, Math.ceil((atStart.length * 11) / 10)],
  }
  const business = delivered.length === 0 ? [] : [{ id: 'business', sample: delivered.length, parts }]
  return {
    customers: board('customers', fewest['customers'] ?? 0, people),
    trainers: board('trainers', fewest['trainers'] ?? 0, trainers),
    batches: board('batches', fewest['batches'] ?? 0, batches),
    business: board('business', fewest['business'] ?? 0, business),
  }
}
