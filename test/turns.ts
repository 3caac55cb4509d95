import { isNightly } from './rounds.ts'
import { long, seldom, sometimes, walks } from './long.ts'

/**
 * Which daily run this is. `npm test` sets TURN to the number of commits: the same sources always run the same tests, and the next
 * commit runs others. Without it, files are named by hand, and each runs where it is asked for.
 */
const turn = isNightly || process.env['TURN'] === undefined ? null : Number(process.env['TURN'])

/**
 * The one of several variants whose turn it is by day; all of them at night. By hand the first. The next one follows after three
 * turns, since a journey runs in every third one and would meet the same again.
 */
export const inTurn = <T>(variants: readonly T[]): readonly T[] =>
  isNightly ? variants : variants.filter((_, index) => index === Math.floor((turn ?? 0) / 3) % variants.length)

/**
 * What a turn leaves to others of files that run once in `of` turns. They are dealt forth and back, so that turns take about as long
 * where the list begins with the longest.
 * @param first the turn that takes the first file
 */
function left(files: readonly string[], of: number, first = 0): string[] {
  if (turn === null) return []
  const own = (turn + first) % of
  return files.filter((_, index) => own !== (Math.floor(index / of) % 2 === 0 ? index % of : of - 1 - (index % of)))
}

const byName = (a: string, b: string): number => Number(a > b) - Number(a < b)
const rank = (file: string): number => long.indexOf(file) + 1 || long.length + 1

/**
 * The files that a daily run leaves to others: of those that take longest six sevenths, of those that take long two thirds, of those
 * that wait every other one; of the tests of databases on each engine the half that runs on the other one, which swap with each
 * commit. Nothing at night and where files are named by hand.
 * @param ofDatabases the files that run on either engine
 * @param waiting those that wait for outages and limits
 */
export function leftOut(ofDatabases: readonly string[], waiting: readonly string[]): { embedded: string[]; server: string[] } {
  const dealt = ofDatabases.toSorted((a, b) => rank(a) - rank(b) || byName(a, b))
  const others = [...left(seldom, 7), ...left(sometimes, 3), ...left(waiting, 2)]
  return { embedded: [...others, ...left(dealt, 2)], server: [...others, ...left(dealt, 2, 1)] }
}

/** The tests of screens that a daily run leaves to the next one: half of them. */
export const screensLeftOut = (screens: readonly string[]): string[] => left(screens.toSorted(byName), 2)

/** The journeys that a daily run leaves to others: two thirds of them. */
export const journeysLeftOut = (journeys: readonly string[]): string[] =>
  left([...walks, ...journeys.filter((file) => !walks.includes(file)).toSorted(byName)], 3)
