import { capped } from './calendar.rules.ts'
import type { Closure } from './closure.contract.ts'
import type { ClosedHours } from './closed.rules.ts'
import type { Session } from './session.contract.ts'

/** A column of the board: a day, a trainer or a hall. */
export type BoardColumn = {
  key: string
  label: string
  note?: string | undefined
  closed?: string | undefined
  /** Halls that are closed for the whole day, and closed hours. */
  closedHalls?: readonly Closure[]
  closedHours?: readonly ClosedHours[]
  /** In a trainer's column: why the trainer is away that day, and their working hours, null on a day off. */
  away?: string | undefined
  hours?: { startingTime: string; endingTime: string } | null
  now?: string | undefined
  /** Cancelled sessions that the column does not show. */
  hidden?: number
  sessions: Session[]
}

/** Pixels of a session next to others: the usual width, and the one for a week that would be too wide otherwise. */
const [laneWidth, tightLane] = [64, 52]

/** Pixels of a day without sessions while others have some, and of the strip that counts what does not fit. */
const [foldedWidth, restWidth] = [40, 26]

/** Pixels of the column with the hours. */
export const hoursWidth = 52

/** Pixels for the days of a week in a window of 1,280 pixels, before the board has measured itself. */
const usualWidth = 930

/** A column as it is laid out: its sessions and closed hours by lanes, what does not fit, and the pixels of a lane. */
export type LaidColumn = BoardColumn & ReturnType<typeof capped<Session | ClosedHours>> & { lane: number; isFolded: boolean }

/** Whether closed hours take this place of a column. */
export const isClosedHours = (row: Session | ClosedHours): row is ClosedHours => 'fromDay' in row

/** The number of sessions next to each other in a column. */
const lanesOf = ({ placed }: LaidColumn) => Math.max(1, ...placed.map(({ lanes }) => lanes))

/** The minimum width of a column in pixels: a word for each session next to another, and the strip with the count of the rest. */
function leastWidth(column: LaidColumn): number {
  if (column.isFolded) return foldedWidth
  return Math.max(lanesOf(column) * column.lane + (column.rests.length > 0 ? restWidth : 0), 96)
}

/** A column's track: as wide as its sessions need next to each other; a folded one leaves its space to the others. */
export function trackOf(column: LaidColumn): string {
  const least = leastWidth(column)
  return column.isFolded ? `${least}px` : `minmax(${least}px, ${lanesOf(column)}fr)`
}

/** Whether a column has anything to show: sessions, what is closed, or a trainer's time off. */
export const hasEntries = ({ sessions, closed, closedHalls = [], closedHours = [], away }: BoardColumn): boolean =>
  sessions.length + closedHalls.length + closedHours.length > 0 || Boolean(closed || away)

/**
 * Lays out a board's columns. Those without sessions are folded while others have some; a week shows three sessions next
 * to each other per day, or two, or two narrow ones if it were too wide otherwise, and counts the rest. Closed hours are always
 * shown, next to the sessions of other halls.
 * @param isWeek whether what does not fit can be counted, since another view shows it
 * @param opened the keys of the folded columns that the reader has opened
 * @param width pixels for all columns; null before the board has measured itself
 */
export function layOut(columns: readonly BoardColumn[], isWeek: boolean, opened: readonly string[], width: number | null): LaidColumn[] {
  const hasSome = columns.some(({ sessions }) => sessions.length > 0)
  const isFolded = (column: BoardColumn) => hasSome && !hasEntries(column) && !opened.includes(column.key)
  const cap = (most: number, lane = laneWidth) =>
    columns.map((column) => {
      const rows = [...(column.closedHours ?? []), ...column.sessions]
      return { ...column, ...capped(rows, most, isClosedHours), lane, isFolded: isFolded(column) }
    })
  if (!isWeek) return cap(Infinity)
  const fits = (week: LaidColumn[]) => week.reduce((sum, column) => sum + leastWidth(column), 0) <= (width ?? usualWidth)
  return [cap(3), cap(2)].find(fits) ?? cap(2, tightLane)
}
