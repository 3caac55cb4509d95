import { isNightly } from './rounds.ts'
import { long, seldom } from './long.ts'

/**
 * Which daily run this is. `npm test` sets TURN to the number of commits: the same sources always run the same tests, and the next
 * commit runs others. Without it, files are named by hand, and each runs where it is asked for.
 */
const turn = process.env['TURN'] === undefined ? null : Number(process.env['TURN'])

/** Whether an element's turn has come. @param of the number of turns after which it comes again */
const isTurn = (index: number, of: number): boolean => turn === null || (turn + index) % of === 0

/** The one of several variants whose turn it is by day; all of them at night. By hand the first. */
export const inTurn = <T>(variants: readonly T[]): readonly T[] =>
  isNightly ? variants : variants.filter((_, index) => index === (turn ?? 0) % variants.length)

/** The fifth that a file of a list, the longest first, belongs to: dealt forth and back, so that the fifths take about as long. */
const fifthOf = (index: number): number => (Math.floor(index / 5) % 2 === 0 ? index % 5 : 4 - (index % 5))

const rank = (file: string): number => long.indexOf(file) + 1 || Infinity

/**
 * The files that a daily run leaves to others: of those that take longest four fifths; of the tests of databases on each engine
 * the half that runs on the other one, which swap with each commit. Both lists are empty at night, and where files are named by hand.
 * @param ofDatabases the files that run on either engine
 */
export function leftOut(ofDatabases: readonly string[]): { embedded: string[]; server: string[] } {
  const others = seldom.filter((_, index) => !isTurn(fifthOf(index), 5))
  const dealt = ofDatabases.toSorted((a, b) => (rank(a) === rank(b) ? Number(a > b) - Number(a < b) : rank(a) - rank(b)))
  const of = (first: 0 | 1) => (turn === null ? [] : dealt.filter((_, index) => !isTurn(index + first, 2)))
  return { embedded: [...others, ...of(0)], server: [...others, ...of(1)] }
}
