import { addDays } from '#lib/days.ts'
import type { Session } from './session.contract.ts'

/** The steps by which a session is moved, in minutes. */
export const step = 15

/** Converts between HH:mm and minutes since midnight. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const timeOf = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The first day of a day's week. @param firstWeekday 0 = Sunday */
export function weekStart(day: string, firstWeekday: number): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() - firstWeekday + 7) % 7))
}

/** The calendar's views; the agenda lists the sessions of a week. */
export const calendarViews = ['day', 'week', 'month', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The days that a view shows: one day, a week, or the whole weeks of a month. */
export function daysOf(view: CalendarView, day: string, firstWeekday: number): string[] {
  if (view === 'day') return [day]
  const from = weekStart(view !== 'month' ? day : `${day.slice(0, 7)}-01`, firstWeekday)
  if (view !== 'month') return Array.from({ length: 7 }, (_, index) => addDays(from, index))
  const days: string[] = []
  for (let at = from; at.slice(0, 7) <= day.slice(0, 7); at = addDays(at, 1)) days.push(at)
  while (days.length % 7 !== 0) days.push(addDays(days.at(-1) ?? from, 1))
  return days
}

/** The day shown one step earlier or later. */
export function stepped(view: CalendarView, day: string, by: 1 | -1): string {
  if (view !== 'month') return addDays(day, by * (view === 'day' ? 1 : 7))
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/**
 * A session's position among those that overlap it: its lane, how many lanes it spans and how many there are, and the
 * minute at which a later one covers it, otherwise its end.
 */
export type Placed<Row> = { row: Row; lane: number; span: number; lanes: number; until: number }

type Times = Pick<Session, 'startingTime' | 'endingTime'>
const overlap = (a: Times, b: Times) => a.startingTime < b.endingTime && b.startingTime < a.endingTime

/** Minutes of an overlap that are worth a lane of their own; sessions that overlap less lie over each other. */
const worthLane = 20

/** Whether a session may lie over the end of the last one of its lane, which remains readable. */
const mayCover = (row: Times, last: Times) =>
  minutesOf(last.endingTime) - minutesOf(row.startingTime) < worthLane &&
  minutesOf(row.startingTime) - minutesOf(last.startingTime) > worthLane &&
  row.endingTime > last.endingTime

/**
 * Lays out one column: overlapping sessions side by side in as few lanes as possible, each spanning the lanes that are
 * free throughout it.
 */
export function besides<Row extends Times>(rows: readonly Row[]): Placed<Row>[] {
  const placed: Placed<Row>[] = []
  let cluster: Placed<Row>[] = []
  let lasts: Placed<Row>[] = []
  const close = () => {
    for (const entry of cluster) {
      const right = cluster.filter((other) => other.lane > entry.lane && overlap(other.row, entry.row)).map(({ lane }) => lane)
      entry.lanes = lasts.length
      entry.span = Math.min(lasts.length, ...right) - entry.lane
    }
    cluster = []
    lasts = []
  }
  for (const row of rows.toSorted((a, b) => minutesOf(a.startingTime) - minutesOf(b.startingTime))) {
    if (lasts.every((last) => last.row.endingTime <= row.startingTime)) close()
    const free = lasts.findIndex((last) => last.row.endingTime <= row.startingTime)
    const lane = free === -1 ? lasts.findIndex((last) => mayCover(row, last.row)) : free
    const covered = lasts[lane]
    if (covered) covered.until = Math.min(covered.until, minutesOf(row.startingTime))
    const entry = { row, lane: lane === -1 ? lasts.length : lane, span: 1, lanes: 1, until: minutesOf(row.endingTime) }
    lasts[entry.lane] = entry
    cluster.push(entry)
    placed.push(entry)
  }
  close()
  return placed
}

/** What a column leaves to the day view: how many overlapping sessions, and from when to when. */
export type Rest = { count: number } & Times

/**
 * Only as many lanes of a column as are readable, and the sessions that fit in none.
 * @param most lanes next to each other @param isAlways what is shown wherever it lies
 */
export function capped<Row extends Times>(
  rows: readonly Row[],
  most: number,
  isAlways: (row: Row) => boolean = () => false,
): { placed: Placed<Row>[]; rests: Rest[] } {
  const all = besides(rows)
  const rests: Rest[] = []
  for (const { row } of all.filter((one) => one.lane >= most && !isAlways(one.row))) {
    const last = rests.at(-1)
    if (last && overlap(last, row)) {
      last.count++
      if (row.endingTime > last.endingTime) last.endingTime = row.endingTime
    } else rests.push({ count: 1, startingTime: row.startingTime, endingTime: row.endingTime })
  }
  // Laid out again, the others share the remaining width.
  return { placed: besides(all.filter(({ row, lane }) => lane < most || isAlways(row)).map(({ row }) => row)), rests }
}

/** The start of a session moved by some minutes, in steps and within its day. */
export function movedStart(row: Pick<Session, 'startingTime' | 'endingTime'>, by: number): number {
  const [start, end] = [minutesOf(row.startingTime), minutesOf(row.endingTime)]
  const latest = 24 * 60 - step - (end - start)
  return Math.min(Math.max(Math.round((start + by) / step) * step, 0), latest)
}

/** Someone's working hours on a day; null on a day off, undefined where hours do not apply. */
type WorkingHours = { startingTime: string; endingTime: string } | null | undefined

/** Whether a session lies outside its trainer's hours. */
export function isOutsideOf(hours: WorkingHours, { startingTime, endingTime }: Pick<Session, 'startingTime' | 'endingTime'>): boolean {
  return hours === null || (hours !== undefined && (startingTime < hours.startingTime || endingTime > hours.endingTime))
}

/**
 * The part of a board's hours in which someone does not work: one range before and one after their hours.
 * @param first and last hours of the board
 */
export function restOf(hours: WorkingHours, first: number, last: number): { from: number; to: number }[] {
  if (!hours) return []
  const [start, end] = [minutesOf(hours.startingTime), minutesOf(hours.endingTime)]
  return [
    { from: first * 60, to: Math.min(start, last * 60) },
    { from: Math.max(end, first * 60), to: last * 60 },
  ].filter(({ from, to }) => to > from)
}
