import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import type { TestApp } from '../../../test/app.ts'
import { dated, hours, openFloor, person, seen } from '../../../test/floor.ts'

/** The input of a challenge that scores attended sessions, live from `start` (5 October 2026) on. */
export const sampleChallenge = {
  nameEn: 'October sweat',
  visibility: 'internal' as const,
  session: 'monthly' as const,
  startsAt: '2026-10-05',
  metric: 'sessionsAttended' as const,
  mode: 'leaderboard' as const,
  topN: 3,
  pointsPerUnit: 10,
  prizes: ['A ball', 'A bottle'],
}

const names = ['Amal', 'Badr', 'Cyrine', 'Dana', 'Esra', 'Fahd', 'Ghada', 'Hadi']

/** A floor on 5 October with one-hour football on Mondays, ninety-minute karate on Wednesdays, and people enrolled in both. */
export async function arena(app: TestApp, count = 4) {
  const base = await openFloor(app, 50)
  const { calls, image, batch, second } = base
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const karate = await calls.services.create({ service: 'karate', cover: image, descriptionEn: 'Karate from white to black belts' })
  const teaches = { services: [base.service.id, karate.id], avatar: base.avatar, Fname: 'Yousef', Lname: 'Karam', cost: 90, ...hours }
  await calls.trainers.update({ ...seen(second), ...teaches })
  const wednesdays = await calls.batches.create(
    batch({
      ...dated,
      service: karate.id,
      trainer: second.id,
      name: 'Karate',
      endingTime: '18:30',
      trainingDays: week(3),
      totalCandidates: 50,
    }),
  )
  const people: { customer: string; name: string; football: string; karate: string }[] = []
  for (const name of names.slice(0, count)) {
    const customer = await person(calls, name, { lastName: 'Karam' })
    const football = await calls.enrolments.enrol({ batch: base.made.id, customer: customer.id })
    const other = await calls.enrolments.enrol({ batch: wednesdays.id, customer: customer.id })
    people.push({ customer: customer.id, name, football: football.id, karate: other.id })
  }
  const sessionOn = async (day: string) => (await calls.sessions.list({ from: day, to: day })).rows[0]!
  const mark = async (day: string, who: number, how: 'present' | 'late' | 'absent' | 'booked' | 'excused') => {
    const session = await sessionOn(day)
    app.clock.advance(1000)
    const enrolment = session.batch === base.made.id ? people[who]!.football : people[who]!.karate
    const markedAt = new Date(app.clock.now()).toISOString()
    return calls.attendance.mark({ marks: [{ session: session.id, enrolment, mark: how, markedAt }] })
  }
  /** A published challenge with everyone in it. */
  const published = async (more: object = {}, customers = people.map(({ customer }) => customer), team?: string) => {
    const created = await calls.challenges.publish(seen(await calls.challenges.create({ ...sampleChallenge, lateJoin: true, ...more })))
    if (customers.length > 0) await calls.challenges.enter({ challenge: created.id, customers, ...(team ? { team } : {}) })
    return calls.challenges.get({ id: created.id })
  }
  /** The board as `Amal K. 20 (1)` in its order; people who share a rank by name. */
  const board = async (challenge: string) => {
    const { rows } = await calls.challenges.board({ challenge, size: 100 })
    const place = ({ rank }: (typeof rows)[number]) => rank ?? Infinity
    return rows
      .toSorted((a, b) => (place(a) === place(b) ? (a.name ?? '').localeCompare(b.name ?? '') : place(a) - place(b)))
      .map(({ name, points, rank }) => `${name ?? '?'} ${points} (${rank ?? '-'})`)
  }
  return { ...base, karate, wednesdays, people, sessionOn, mark, published, board }
}
export type Arena = Awaited<ReturnType<typeof arena>>

type Row = Record<string, string | number | null>

/** Every row of a vendor that boards are derived from. */
export function factsOf(app: TestApp, vendorId: string) {
  return tenant(app.app.db, vendorId, async (trx) => {
    const all = async (table: 'challenges' | 'challengeEntries' | 'challengeScores' | 'attendance' | 'batchSessions' | 'batches') =>
      trx.selectFrom(table).selectAll().where('vendorId', '=', vendorId).execute() as Promise<unknown> as Promise<Row[]>
    return {
      challenges: await all('challenges'),
      entries: await all('challengeEntries'),
      scores: await all('challengeScores'),
      attendance: await all('attendance'),
      sessions: await all('batchSessions'),
      batches: await all('batches'),
    }
  })
}

/**
 * Every entrant's points, derived from marks, sessions and manual entries alone: checks each fact one by one, without
 * any points that the product stores.
 * @returns points by entry
 */
export async function recomputed(app: TestApp, vendorId: string): Promise<Map<string, number>> {
  const rows = await factsOf(app, vendorId)
  const sums = new Map<string, number>()
  for (const entry of rows.entries) {
    const rules = rows.challenges.find(({ id }) => id === entry['challenge'])
    if (!rules) throw new Error('An entry without its challenge')
    const units: number[] = []
    const known = new Set<unknown>()
    for (const mark of rows.attendance) {
      if (mark['customer'] !== entry['customer'] || (mark['mark'] !== 'present' && mark['mark'] !== 'late')) continue
      const session = rows.sessions.find(({ id }) => id === mark['session'])
      const day = String(session?.['day'])
      if (!session || session['state'] === 'cancelled') continue
      if (day < String(rules['startsAt']) || day > String(rules['endsAt']) || (entry['countsFrom'] && day < String(entry['countsFrom'])))
        continue
      if (rules['metric'] === 'sessionsAttended' && !known.has(session['id'])) units.push(1)
      if (rules['metric'] === 'minutesTrained' && !known.has(session['id']))
        units.push((Date.parse(String(session['endsAt'])) - Date.parse(String(session['startsAt']))) / 60_000)
      const service = rows.batches.find(({ id }) => id === session['batch'])?.['service']
      if (rules['metric'] === 'distinctServices' && !known.has(service)) units.push(1)
      known.add(session['id']).add(service)
    }
    if (rules['metric'] === 'manual')
      for (const score of rows.scores) if (score['entry'] === entry['id'] && score['voidedAt'] === null) units.push(Number(score['units']))
    sums.set(
      String(entry['id']),
      units.reduce((sum, unit) => sum + unit * Number(rules['pointsPerUnit']), 0),
    )
  }
  return sums
}
