import { hoursOf, minutesOf } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

type Times = Pick<Session, 'startingTime' | 'endingTime'>

/** Pixels of an hour: a name in two lines and what else matters fit into one of 45 minutes. */
export const hourHeight = 76
/** Pixels of a fold: a button that a finger finds. */
export const foldHeight = 28
/** Hours in a row without a session that are worth folding. */
const foldFrom = 3

/** An hour of a board, or hours without a session that are folded into one band. Minutes since midnight and pixels from the board's top. */
export type Band = { from: number; to: number; at: number; height: number; isFolded: boolean }

/**
 * The bands of a board from top to bottom: whole hours that hold every session, of which three or more in
 * a row without one are folded. A board without sessions shows all its hours.
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

/** Pixels from the top of a board at which a minute of the day stands; the nearest end for one outside. */
export function pixelOf(axis: readonly Band[], minute: number): number {
  const band = axis.find(({ to }) => minute < to) ?? axis.at(-1)
  if (!band) return 0
  const part = (minute - band.from) / (band.to - band.from)
  return band.at + Math.min(Math.max(part, 0), 1) * band.height
}

/** The minute of the day at so many pixels from the top of a board; above and below it as far on as its hours go. */
export function minuteAt(axis: readonly Band[], pixel: number): number {
  const band = axis.find(({ at, height }) => pixel < at + height) ?? axis.at(-1)
  if (!band) return 0
  const [height, minutes] = pixel < band.at || pixel > band.at + band.height ? [hourHeight, 60] : [band.height, band.to - band.from]
  const [atPixel, atMinute] = pixel > band.at + band.height ? [band.at + band.height, band.to] : [band.at, band.from]
  return atMinute + ((pixel - atPixel) / height) * minutes
}
