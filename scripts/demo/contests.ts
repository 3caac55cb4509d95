import { Temporal } from 'temporal-polyfill'
import type { App } from '#kernel/app.ts'
import { addDays } from '#lib/days.ts'
import type { Business, Contest } from './business.ts'
import type { Group } from './groups.ts'
import { client, demoPassword, type Clock, type Office } from './office.ts'

/** Days before today on which each kind is set up; the first is over by today, the others are running. */
const plannedOn = { over: 45, running: 13, shared: 10 } as const

/** The batches with the most people, to whom a challenge is announced. */
const busiest = (groups: Group[]) =>
  groups
    .filter(({ batch }) => batch.state === 'open')
    .toSorted((a, b) => b.seats.size - a.seats.size)
    .slice(0, 2)

/** Publishes a challenge that starts tomorrow, open to everyone in some batches. */
async function announce(
  { calls, pass }: Pick<Office, 'calls' | 'pass'>,
  contest: Contest,
  rules: object,
  batches: string[],
  day: string,
): Promise<string> {
  pass()
  const common = { pointsPerUnit: 10, mode: 'leaderboard' as const, topN: 3, lateJoin: true, startsAt: addDays(day, 1) }
  const draft = await calls.challenges.create({
    ...common,
    metric: 'sessionsAttended',
    visibility: 'internal',
    session: 'monthly',
    ...contest,
    ...rules,
  })
  const { id } = await calls.challenges.publish({ id: draft.id, version: draft.version })
  for (const batch of batches) await calls.challenges.enter({ challenge: id, batch })
  return id
}

/** Sets up the challenges that a demo business hosts alone: one that is over by today, and one that is running. */
export async function runContests(office: Office, groups: Group[], day: string, today: string): Promise<void> {
  const { contests } = office.business
  const batches = busiest(groups).map(({ batch }) => batch.id)
  const isOn = (kind: keyof typeof plannedOn) => batches.length > 0 && day === addDays(today, -plannedOn[kind])
  if (isOn('over')) await announce(office, contests.over, {}, batches, day)
  if (isOn('running')) await announce(office, contests.running, { metric: 'minutesTrained', pointsPerUnit: 1 }, batches, day)
}

/** Signs a member in again after their year was played. */
async function back(app: App, { email, language }: Business): Promise<Office['calls']> {
  const calls = client(app, language, '192.0.2.11')
  await calls.accounts.signIn({ email, password: demoPassword })
  return calls
}

/**
 * Makes one business host a challenge in which another takes part with its own people. Both years have been played by then, so
 * the clock is set back a few days, and the attendance since counts at once.
 */
export async function runShared(app: App, clock: Clock, host: Business, guest: Business, today: string): Promise<void> {
  const day = addDays(today, -plannedOn.shared)
  clock.now = Temporal.PlainDateTime.from(`${day}T18:00`).toZonedDateTime(host.zone).epochMilliseconds
  const pass = () => {
    clock.now += 60_000
  }
  const [own, theirs] = [await back(app, host), await back(app, guest)]
  const { rows } = await own.batches.list({ state: 'open', sort: 'name', direction: 'asc', size: 100 })
  const busy = rows.toSorted((a, b) => b.enrolled - a.enrolled).slice(0, 2)
  const id = await announce(
    { calls: own, pass },
    host.contests.shared,
    { visibility: 'external', session: 'custom', endsAt: addDays(today, 20) },
    busy.map((batch) => batch.id),
    day,
  )
  await own.challenges.invite({ id, username: guest.profile.username })
  pass()
  await theirs.challenges.accept({ id })
  const guests = await theirs.batches.list({ state: 'open', sort: 'name', direction: 'asc', size: 2 })
  for (const { id: batch } of guests.rows) await theirs.challenges.enter({ challenge: id, batch })
  await own.accounts.signOut()
  await theirs.accounts.signOut()
}
