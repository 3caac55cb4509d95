import { addDays, addMonths, daysIn, spanStart } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'

/** What is ranked, over which time, and by which formulas: the one table that server, screens and tests read (product 6). */

/** Boards of many rows. `business` has one, which is compared with other businesses. */
export const boards = ['customers', 'trainers', 'batches'] as const
export type BoardKind = (typeof boards)[number]
export type Ranked = BoardKind | 'business'

export const rankingSpans = ['week', 'month', 'quarter', 'year'] as const
export type RankingSpan = (typeof rankingSpans)[number]

/** Days of the calendar, both included, YYYY-MM-DD. */
export type Period = { span: RankingSpan; from: string; to: string }

/** Calendar months of a span. */
const monthsOf = { month: 1, quarter: 3, year: 12 } as const

/** The period of the calendar that a day lies in. @param firstWeekday of the country, 0 = Sunday */
export function rankingPeriodOf(span: RankingSpan, day: string, firstWeekday: number): Period {
  if (span === 'week') {
    const from = addDays(day, -((new Date(day).getUTCDay() - firstWeekday + 7) % 7))
    return { span, from, to: addDays(from, 6) }
  }
  const count = monthsOf[span]
  const from = spanStart(day, count)
  return { span, from, to: addDays(addMonths(from, count), -1) }
}

/** The period before one. */
export const before = ({ span, from }: Period, firstWeekday: number) => rankingPeriodOf(span, addDays(from, -1), firstWeekday)

/** The period after one. */
export const after = ({ span, to }: Period, firstWeekday: number) => rankingPeriodOf(span, addDays(to, 1), firstWeekday)

/** Days after a period's last one on which its marks may still be made; then it is frozen. */
export const freezeGraceDays = 1

/** How far back periods are frozen that no one froze in their time, in months. */
export const backMonths = 12

/**
 * A part of a score: `num ÷ den` of a row's inputs, at most 1. A step is what one can really do: `one`
 * more of what is counted, or `twentieth` of what could be had.
 */
type Part = { key: PartKey; weight: number; step: 'one' | 'twentieth' }
export type PartKey = 'sessions' | 'attendance' | 'streak' | 'held' | 'retention' | 'fill' | 'revenue' | 'growth'

type Formula = {
  /** Weights in percent. A part that a row has no figure of is left out, and the others share its weight. */
  parts: readonly Part[]
  /** The fewest sessions of a period that rank: marked ones of a customer, held ones of all others. */
  sample: Record<RankingSpan, number>
}

/** The formulas of each version; a frozen period is determined by its own. A change is a new version, never another weight in an old one. */
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

/** The version by which periods are calculated and frozen now. */
export const formulaVersion = 1

/** @throws where there never was such a version */
export function formulaOf(board: Ranked, version = formulaVersion): Formula {
  const found = versions[version]?.[board]
  if (!found) throw new Error(`There is no formula ${version} of ${board}`)
  return found
}

/** Sessions of a customer that count as all one can do: three in seven days, rounded. @param days from the period's first to its last or today */
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

/** What one step in a part would bring: by how much of what is counted, and the points in tenths. */
export type Step = { key: PartKey; by: number; input: Input; gain: number }

/** What would move a row up: the part in which a step gains most, the earlier of two alike; null where nothing is left to gain. */
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

/** Under so many years one is a minor. */
const minorYears = 18

/** What a board names a customer by. */
export type RankedPerson = {
  firstName: string
  lastName: string
  nickname: string
  dob: string | null
  guardianName: string
  showInRankings: boolean
}

/** Whether someone is a minor on a day; without a birthday, who has a guardian is one. Born on 29 February, one is of age on 1 March. */
function isMinor({ dob, guardianName }: Pick<RankedPerson, 'dob' | 'guardianName'>, today: string): boolean {
  return dob === null ? guardianName !== '' : dob > addMonths(today, -12 * minorYears)
}

/**
 * How a board names a customer: by the nickname; without one an adult by name, a minor by the first letter; no one
 * who is not to be shown.
 * @param sees how much of a name the reader's role may see (product 4)
 */
export function shownName(person: RankedPerson, sees: 'name' | 'firstName' | 'nothing', today: string): string {
  const { firstName, lastName, nickname } = person
  if (!person.showInRankings || sees === 'nothing') return ''
  if (nickname !== '') return nickname
  if (isMinor(person, today)) return `${[...firstName][0] ?? ''}.`
  return sees === 'firstName' ? firstName : fullName({ firstName, lastName })
}
