import { readdirSync } from 'node:fs'
import { screens } from '#app/screens.ts'
import { contract } from '#entrance/contract.ts'
import { owners, rooms } from '../graph/floors.ts'

/** What a new room is called: in `locker-rooms`, each record is a `lockerRoom`. */
export type Names = {
  /** The folder, the table, the group of calls and the catalogue area. */
  room: string
  /** Its address, in the app and in the API. */
  path: string
  /** The singular: the first part of file names and the entity's name in the audit log. */
  one: string
  /** The singular as a type. */
  Type: string
  /** Plural and singular, as used in a sentence. */
  words: string
  oneWord: string
  /** The singular with its article. */
  aOne: string
  /** The plural in Arabic. */
  arabic: string
}

export const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** `lockers` → `locker`, `facilities` → `facility`; a word without a plural stays unchanged. */
const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|x|[cs]h)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/** Words that can't be a room's name, since it becomes an identifier in the sources. */
const reserved = new Set(
  'any as async await break case catch class const continue debugger default delete do else enum export extends false finally for from function if import in instanceof interface let new null number object of package private protected public return static string super switch symbol this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  ),
)

/** Names already used by rooms, tables, groups of calls and addresses. */
const taken = new Set([
  ...rooms,
  ...Object.values(owners).flat(),
  ...Object.keys(contract),
  ...Object.keys(screens).map((address) => address.split('/')[1] ?? ''),
  // The paths that the server answers itself, and the signed-out pages.
  ...'api archives assets dev feeds forgot-password invite livez login media place privacy quote readyz register rpc terms'.split(' '),
])

const camel = (kebab: string) => kebab.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const isName = (word: string | undefined): word is string =>
  /^[a-z]{3,30}(?:-[a-z]{2,30}){0,2}$/.test(word ?? '') && !reserved.has(word ?? '')

/**
 * The names of a new room.
 * @param path in lower case, its words joined by hyphens: the plural if there is one
 * @param arabic the plural in Arabic; without it the Arabic texts speak of records
 * @param onePath the singular, if the plural is irregular: person of people
 * @throws if the name is invalid or already used
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
