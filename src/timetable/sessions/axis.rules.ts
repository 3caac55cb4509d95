import { hoursOf, minutesOf } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

type Times = Pick<Session, 'startingTime' | 'endingTime'>

/** Pixels of an hour: a name on two lines and the other essentials fit into a session of 45 minutes. */
export const hourHeight = 76
/** Pixels of a fold: a button large enough for a finger. */
export const foldHeight = 28
/** How many consecutive hours without a session are worth folding. */
const foldFrom = 3

/** An hour of a board, or a folded band of hours without a session. Minutes since midnight, and pixels from the board's top. */
export type Band = { from: number; to: number; at: number; height: number; isFolded: boolean }

/**
 * The bands of a board from top to bottom: whole hours covering every session, of which three or more in a row without
 * one are folded. A board without sessions shows all its hours.
 * @param opened the first minutes of the folds that the reader has opened
 */
export function axisOf(sessions: readonly Times[], opened: readonly number[] = []): Band[] {
  const { first, last } = hoursOf(sessions)
  const isFree = (hour: number) =>
    sessions.length > 0 &&
    !sessions.some(({ startingTime, endingTime }) => minutesOf(startingTime) < hour * 60 + 60 && minutesOf(endingTime) > hour * 60)
  const bands: Band[] = []
  let at = 0
  const add = (from: number, to: number, isFolded: boolean) => {
    const height = isFolded ? foldHeight : ((to - from) / 60) * hourHeight
    bands.push({ from, to, at, height, isFolded })
    at += height
  }
  for (let hour = first; hour < last;) {
    let end = hour
    while (end < last && isFree(end)) end++
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
