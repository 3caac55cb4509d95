import { minutesOf } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

type Times = Pick<Session, 'startingTime' | 'endingTime'>

/** Pixels of an hour: a session of an hour shows its name in two lines, its time and its places. */
export const hourHeight = 92
/** Pixels of a fold: its button reaches over its edges, so that a finger finds it. */
export const foldHeight = 14
/** How many consecutive hours without a session are worth folding. */
const foldFrom = 2
/** The hours of the day, and those that a board without sessions shows open. */
const [dayHours, usualHours] = [24, { first: 8, last: 20 }]

/** An hour of a board, or a folded band of hours without a session. Minutes since midnight, and pixels from the board's top. */
export type Band = { from: number; to: number; at: number; height: number; isFolded: boolean }

/** Whether an hour has no session and isn't closed; on a board without sessions, whether it is early or late. */
function isEmptyHour(sessions: readonly Times[], closed: readonly Times[], hour: number): boolean {
  if (sessions.length === 0 && hour >= usualHours.first && hour < usualHours.last) return false
  return ![...sessions, ...closed].some(
    ({ startingTime, endingTime }) => minutesOf(startingTime) < hour * 60 + 60 && minutesOf(endingTime) > hour * 60,
  )
}

/**
 * The bands of a board from top to bottom: the hours of the whole day, of which two or more in a row without a session
 * are folded.
 * @param opened the first minutes of the folds that the reader has opened @param closed closed hours, which are not folded
 */
export function axisOf(sessions: readonly Times[], opened: readonly number[] = [], closed: readonly Times[] = []): Band[] {
  const bands: Band[] = []
  let at = 0
  const add = (from: number, to: number, isFolded: boolean) => {
    const height = isFolded ? foldHeight : ((to - from) / 60) * hourHeight
    bands.push({ from, to, at, height, isFolded })
    at += height
  }
  for (let hour = 0; hour < dayHours;) {
    let end = hour
    while (end < dayHours && isEmptyHour(sessions, closed, end)) end++
    if (end - hour >= foldFrom && !opened.includes(hour * 60)) {
      add(hour * 60, end * 60, true)
      hour = end
    } else for (end = Math.max(end, hour + 1); hour < end; hour++) add(hour * 60, hour * 60 + 60, false)
  }
  return bands
}

/** The pixels from a board's top to a minute of the day; the nearest end for a minute outside. */
export function pixelOf(axis: readonly Band[], minute: number): number {
  const band = axis.find(({ to }) => minute < to) ?? axis.at(-1)
  if (!band) return 0
  const part = (minute - band.from) / (band.to - band.from)
  return band.at + Math.min(Math.max(part, 0), 1) * band.height
}

/** The minute of the day at a distance in pixels from a board's top; above and below the board at the scale of its hours. */
export function minuteAt(axis: readonly Band[], pixel: number): number {
  const band = axis.find(({ at, height }) => pixel < at + height) ?? axis.at(-1)
  if (!band) return 0
  const [height, minutes] = pixel < band.at || pixel > band.at + band.height ? [hourHeight, 60] : [band.height, band.to - band.from]
  const [atPixel, atMinute] = pixel > band.at + band.height ? [band.at + band.height, band.to] : [band.at, band.from]
  return atMinute + ((pixel - atPixel) / height) * minutes
}
