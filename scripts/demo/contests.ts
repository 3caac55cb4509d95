import { addDays } from '#lib/days.ts'
import type { Contest } from './business.ts'
import type { Group } from './groups.ts'
import { demoPassword, type Office } from './office.ts'

/** Days before today on which each kind is set up; the first is over by today, the others run. */
const plannedOn = { over: 45, running: 13, shared: 10 } as const

/** The batches with the most people, whom a challenge is announced to. */
const busiest = (groups: Group[]) =>
  groups
    .filter(({ batch }) => batch.state === 'open')
    .toSorted((a, b) => b.seats.size - a.seats.size)
    .slice(0, 2)

/** Publishes a challenge that starts tomorrow, with everyone of some batches. */
async function announce({ calls, pass }: Office, contest: Contest, rules: object, batches: string[], day: string): Promise<string> {
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

/**
 * Sets up what a business of the demo holds on a day: a challenge that is over by today, one that runs, and
 * one that another business takes part in with its own people.
 */
export async function holdContests(office: Office, groups: Group[], day: string, today: string, others: Office[]): Promise<void> {
  const { contests } = office.business
  const batches = busiest(groups).map(({ batch }) => batch.id)
  const isOn = (kind: keyof typeof plannedOn) => batches.length > 0 && day === addDays(today, -plannedOn[kind])
  if (isOn('over')) await announce(office, contests.over, {}, batches, day)
  if (isOn('running')) await announce(office, contests.running, { metric: 'minutesTrained', pointsPerUnit: 1 }, batches, day)
  const [guest] = others
  if (!isOn('shared') || !guest) return
  const id = await announce(
    office,
    contests.shared,
    { visibility: 'external', session: 'custom', endsAt: addDays(today, 20) },
    batches,
    day,
  )
  await office.calls.challenges.invite({ id, username: guest.business.profile.username })
  // The guest's own year is played already, so its owner has signed out.
  await guest.calls.accounts.signIn({ email: guest.business.email, password: demoPassword })
  await guest.calls.challenges.accept({ id })
  const { rows } = await guest.calls.batches.list({ state: 'open', sort: 'name', direction: 'asc', size: 2 })
  for (const { id: batch } of rows) await guest.calls.challenges.enter({ challenge: id, batch })
  await guest.calls.accounts.signOut()
}
