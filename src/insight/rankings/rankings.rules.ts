import { addDays, addMonths, daysIn, spanStart } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'

/** What is ranked, over which time, and by which formulas: the one table that server, screens and tests read (product 6). */

/** Boards with many rows. `business` has one, which is compared with other businesses. */
export const boards = ['customers', 'trainers', 'batches'] as const
export type BoardKind = (typeof boards)[number]
export type Ranked = BoardKind | 'business'

export const rankingSpans = ['week', 'month', 'quarter', 'year'] as const
export type RankingSpan = (typeof rankingSpans)[number]

/** Calendar days, both included, YYYY-MM-DD. */
export type Period = { span: RankingSpan; from: string; to: string }

/** The calendar months of a span. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const

/** The calendar period that contains a day. @param firstWeekday the country's, 0 = Sunday */
export function rankingPeriodOf(span: RankingSpan, day: string, firstWeekday: number): Period {
  if (span === 'week') {
    const from = addDays(day, -((new Date(day).getUTCDay() - firstWeekday + 7) % 7))
    return { span, from, to: addDays(from, 6) }
  }
  const count = monthsOf[span]
  const from = spanStart(day, count)
  return { span, from, to: addDays(addMonths(from, count), -1) }
}

/** The previous period. */
export const before = ({ span, from }: Period, firstWeekday: number) => rankingPeriodOf(span, addDays(from, -1), firstWeekday)

/** The next period. */
export const after = ({ span, to }: Period, firstWeekday: number) => rankingPeriodOf(span, addDays(to, 1), firstWeekday)

/** Days after a period's last one on which its marks may still be saved; then it is frozen. */
export const freezeGraceDays = 1

/** How far back missed periods are still frozen, in months. */
export const backMonths = 12

/**
 * A part of a score: `num ÷ den` of a row's inputs, at most 1. A step is something achievable: `one` more of what is
 * counted, or a `twentieth` of the possible total.
 */
type Part = { key: PartKey; weight: number; step: 'one' | 'twentieth' }
export type PartKey = 'sessions' | 'attendance' | 'streak' | 'held' | 'retention' | 'fill' | 'revenue' | 'growth'

type Formula = {
  /** Weights in percent. A part for which a row has no figure is left out, and the others share its weight. */
  parts: readonly Part[]
  /** The minimum sessions of a period for a rank: marked ones of a customer, delivered ones of all others. */
  sample: Record<RankingSpan, number>
}

/** The formulas of each version; a frozen period uses its own. A change needs a new version, never another weight in an old one. */
const versions: Record<number, Record<Ranked, Formula>> = {
  1: {
    customers: {
      parts: [
        { key: 'sessions', weight: 40, step: 'one' },
        { key: 'attendance', weight: 40, step: 'one' },
        { key: 'streak', weight: 20, step: 'one' },
      ],
      sample: { week: 1, month: 4, quarter: 10, year: 20 },
    },
    trainers: {
      parts: [
        { key: 'attendance', weight: 40, step: 'twentieth' },
        { key: 'held', weight: 25, step: 'one' },
        { key: 'retention', weight: 20, step: 'one' },
        { key: 'fill', weight: 15, step: 'twentieth' },
      ],
      sample: { week: 2, month: 6, quarter: 15, year: 40 },
    },
    batches: {
      parts: [
        { key: 'fill', weight: 30, step: 'twentieth' },
        { key: 'attendance', weight: 30, step: 'twentieth' },
        { key: 'revenue', weight: 20, step: 'twentieth' },
        { key: 'retention', weight: 20, step: 'one' },
      ],
      sample: { week: 1, month: 3, quarter: 8, year: 20 },
    },
    business: {
      parts: [
        { key: 'fill', weight: 30, step: 'twentieth' },
        { key: 'attendance', weight: 30, step: 'twentieth' },
        { key: 'retention', weight: 25, step: 'one' },
        { key: 'growth', weight: 15, step: 'one' },
      ],
      sample: { week: 5, month: 20, quarter: 50, year: 150 },
    },
  },
}

/** The version that periods are calculated and frozen with now. */
export const formulaVersion = 1

/** @throws where no such version exists */
export function formulaOf(board: Ranked, version = formulaVersion): Formula {
  const found = versions[version]?.[board]
  if (!found) throw new Error(`There is no formula ${version} of ${board}`)
  return found
}

/**
 * The customer sessions that count as the most anyone can do: three in seven days, rounded.
 * @param days from the period's first to its last or today
 */
export const sessionTarget = (days: number) => Math.max(1, Math.floor((6 * days + 7) / 14))

/** The days of a period that have begun. */
export const begunDays = ({ from, to }: Period, today: string) => daysIn({ from, to: today < to ? today : to })

/** What a part is calculated from; without `den` there is no figure. */
export type Input = { num: number; den: number }
export type Inputs = Partial<Record<PartKey, Input>>

/** A part in hundredths of a percent, rounded down; null without a figure. */
export function partShare({ num, den }: Input): number | null {
  return den > 0 ? Math.min(Math.floor((Math.max(num, 0) * 10_000) / den), 10_000) : null
}

/** A score in tenths of a point, 0 to 1000; null where no part has a figure. */
export function scoreOf(board: Ranked, inputs: Inputs, version = formulaVersion): number | null {
  const scored = formulaOf(board, version).parts.flatMap(({ key, weight }) => {
    const share = inputs[key] ? partShare(inputs[key]) : null
    return share === null ? [] : [{ weight, share }]
  })
  const weights = scored.reduce((sum, { weight }) => sum + weight, 0)
  const points = scored.reduce((sum, { weight, share }) => sum + weight * share, 0)
  return weights === 0 ? null : Math.floor((points + 5 * weights) / (10 * weights))
}

/** What one step in a part would bring: how much more of what is counted, and the points in tenths. */
export type Step = { key: PartKey; by: number; input: Input; gain: number }

/** What would move a row up: the part whose step gains most, the earlier on a tie; null where nothing is left to gain. */
export function bestStep(board: Ranked, inputs: Inputs, version = formulaVersion): Step | null {
  const score = scoreOf(board, inputs, version)
  if (score === null) return null
  const steps = formulaOf(board, version).parts.flatMap(({ key, step }) => {
    const input = inputs[key]
    if (!input || input.den <= 0 || input.num >= input.den) return []
    const by = Math.min(step === 'one' ? 1 : Math.ceil(input.den / 20), input.den - input.num)
    const taken = { num: input.num + by, den: input.den }
    return [{ key, by, input: taken, gain: (scoreOf(board, { ...inputs, [key]: taken }, version) ?? score) - score }]
  })
  return steps.reduce<Step | null>((best, step) => (step.gain > (best?.gain ?? 0) ? step : best), null)
}

/** The age in years below which a person is a minor. */
const minorYears = 18

/** The customer fields that a board derives a name from. */
export type RankedPerson = {
  firstName: string
  lastName: string
  nickname: string
  dob: string | null
  guardianName: string
  showInRankings: boolean
}

/**
 * Whether a person is a minor on a day; without a birthday, whether they have a guardian. Someone born on 29 February
 * is of age on 1 March.
 */
function isMinor({ dob, guardianName }: Pick<RankedPerson, 'dob' | 'guardianName'>, today: string): boolean {
  return dob === null ? guardianName !== '' : dob > addMonths(today, -12 * minorYears)
}

/**
 * How a board names a customer: by nickname; without one an adult by name, a minor by the first letter; a customer who
 * opted out not at all.
 * @param sees how much of a name the reader's role may see (product 4)
 */
export function shownName(person: RankedPerson, sees: 'name' | 'firstName' | 'nothing', today: string): string {
  const { firstName, lastName, nickname } = person
  if (!person.showInRankings || sees === 'nothing') return ''
  if (nickname !== '') return nickname
  if (isMinor(person, today)) return `${[...firstName][0] ?? ''}.`
  return sees === 'firstName' ? firstName : fullName({ firstName, lastName })
}
