import { choiceOf } from '#lib/choices.ts'
import { addDays, addMonths, daysIn } from '#lib/days.ts'

export const visibilities = ['internal', 'external'] as const
export const challengeSessions = ['weekly', 'monthly', 'quarterly', 'custom'] as const
export const metrics = ['sessionsAttended', 'minutesTrained', 'distinctServices', 'manual'] as const
export const modes = ['leaderboard', 'threshold'] as const
export const participations = ['single', 'team'] as const
/** `draft → scheduled → live → final → archived`, `→ cancelled`; live and final are derived from the day (product 3). */
export const states = ['draft', 'scheduled', 'live', 'final', 'archived', 'cancelled'] as const
export type ChallengeState = (typeof states)[number]
/** `joined → active → completed | missed`, derived from the day and the points; `withdrawn | disqualified` by hand (product 3). */
export const entryStates = ['joined', 'active', 'completed', 'missed', 'withdrawn', 'disqualified'] as const

/** Maximum length of a challenge in days. */
export const longest = 366
/** Days of attendance that a simulation looks back on. */
export const simulatedDays = 30

type Session = (typeof challengeSessions)[number]

/** Most entrants of a race. */
export const maxRacers = 6
/** Most days for which a race has points. */
export const maxRaceDays = 31

/** The last day of a challenge that starts on a day; for a custom one, the day entered. */
export function endOf(session: Session, startsAt: string, typed: string | null): string {
  if (session === 'weekly') return addDays(startsAt, 6)
  if (session === 'monthly') return addDays(addMonths(startsAt, 1), -1)
  if (session === 'quarterly') return addDays(addMonths(startsAt, 3), -1)
  return typed ?? startsAt
}

/** A challenge's progress on a day: the share of its time that has passed, 0 to 1, and the days left, including today. */
export function progressOf({ startsAt, endsAt, state }: { startsAt: string; endsAt: string; state: ChallengeState }, today: string) {
  if (state !== 'live') return { share: state === 'final' || state === 'archived' ? 1 : 0, daysLeft: 0 }
  return {
    share: (daysIn({ from: startsAt, to: today }) - 1) / daysIn({ from: startsAt, to: endsAt }),
    daysLeft: daysIn({ from: today, to: endsAt }),
  }
}

/** Fields that no longer change once a challenge is live, since its points depend on them. */
export const fixedOnceLive = [
  'visibility',
  'session',
  'startsAt',
  'metric',
  'unit',
  'mode',
  'topN',
  'target',
  'pointsPerUnit',
  'participation',
  'minMembers',
] as const

/** The filter bar's choices (product 2.19); defaults are those of spec 9. */
export const challengeFilters = {
  session: { options: ['Weekly', 'Monthly', 'Quarterly', 'Custom', 'All'], initial: 'Monthly' },
  status: { options: ['All', 'Internal Only', 'External Only'], initial: 'External Only' },
  allorsingle: { options: ['All', 'Single'], initial: 'All' },
} as const

export type ChallengeFilter = Record<keyof typeof challengeFilters, string>

/** Reads a filter from the URL, else the stored state, else the default; unknown values are dropped. */
export function readFilter(url: Record<string, unknown>, stored: ChallengeFilter): ChallengeFilter {
  const read = (name: keyof typeof challengeFilters): string => {
    const options: readonly string[] = challengeFilters[name].options
    return (
      [url[name], stored[name]].find((value): value is string => typeof value === 'string' && options.includes(value)) ??
      challengeFilters[name].initial
    )
  }
  return { session: read('session'), status: read('status'), allorsingle: read('allorsingle') }
}

/** The list call's input for the bar's words. */
export function asked(filter: ChallengeFilter) {
  return {
    session: choiceOf([...challengeSessions, 'all'], filter.session.toLowerCase()),
    visibility:
      filter.status === 'Internal Only'
        ? ('internal' as const)
        : filter.status === 'External Only'
          ? ('external' as const)
          : ('all' as const),
    participation: filter.allorsingle === 'Single' ? ('single' as const) : ('all' as const),
  }
}
