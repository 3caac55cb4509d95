import { readdirSync } from 'node:fs'
import { screens } from '#app/screens.ts'
import { contract } from '#entrance/contract.ts'
import { owners, rooms } from '../graph/floors.ts'

/** What a new room is called: `locker-rooms` holds each `lockerRoom`. */
export type Names = {
  /** The folder, the table, the group of calls and the area of the catalogues. */
  room: string
  /** Its address, in the app and in the API. */
  path: string
  /** One of them: the files' first part and the log's word. */
  one: string
  /** One of them as a type. */
  Type: string
  /** Several and one of them, as a sentence says them. */
  words: string
  oneWord: string
  /** One of them with its article. */
  aOne: string
  /** Several in Arabic. */
  arabic: string
}

export const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** `lockers` → `locker`, `facilities` → `facility`; a word without a plural stays as it is. */
const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|[cs]h)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/** What a name can't be, since it stands in the sources as a name. */
const reserved = new Set(
  'any as async await break case catch class const continue debugger default delete do else enum export extends false finally for from function if import in instanceof interface let new null number object of package private protected public return static string super switch symbol this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** Names of rooms, tables, groups of calls and addresses that are there. */
const taken = new Set([
  ...rooms,
  ...Object.values(owners).flat(),
  ...Object.keys(contract),
  ...Object.keys(screens).map((address) => address.split('/')[1] ?? ''),
  // What the server answers itself, and the signed-out pages.
  ...'api archives assets dev feeds forgot-password invite livez login media privacy quote readyz register rpc terms'.split(' '),
])

const camel = (kebab: string) => kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const isName = (word: string | undefined): word is string =>
  /^[a-z]{3,30}(?:-[a-z]{2,30}){0,2}$/.test(word ?? '') && !reserved.has(word ?? '')

/**
 * The names of a new room.
 * @param path in small letters, its words joined by hyphens: the plural where it has one
 * @param arabic the same in Arabic; without it the Arabic sentences speak of records
 * @param onePath one of them, where English makes the plural otherwise: person of people
 * @throws where it is no such name or is taken
 */
export function namesOf(path: string | undefined, arabic = 'السجلات', onePath?: string): Names {
  if (!isName(path) || !(onePath === undefined || isName(onePath)))
    throw new Error('Name the room in small letters, its words joined by hyphens: npm run new equipment, npm run new locker-rooms')
  const room = camel(path)
  if (taken.has(room) || taken.has(path)) throw new Error(`There is a room, table, call or address ${room} already: take another name`)
  const singularPath = onePath ?? singular(path)
  const one = camel(singularPath)
  if (reserved.has(one)) throw new Error(`${one} can't be a name in the sources: say another with -- --one`)
  const [words, oneWord] = [path.replaceAll('-', ' '), singularPath.replaceAll('-', ' ')]
  const aOne = one === room ? words : `${/^[aeiou]/.test(oneWord) ? 'an' : 'a'} ${oneWord}`
  return { room, path, one, Type: capital(one), words, oneWord, aOne, arabic }
}

/** The number of the next migration, in four digits. */
export function nextMigration(): string {
  const last = readdirSync('src/db/migrations').toSorted().at(-1) ?? '0000'
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
}
