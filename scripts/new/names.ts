import { readdirSync } from 'node:fs'
import { rooms } from '../graph/floors.ts'

/** What a new room is called: `lockers` holds each `locker`. */
export type Names = {
  /** The folder, the table, the group of calls, the address and the area of the catalogues. */
  room: string
  /** One of them: the files' first part and the log's word. */
  one: string
  /** One of them as a type. */
  Type: string
  /** Both as a sentence begins with them. */
  Room: string
  /** One of them with its article. */
  aOne: string
  /** Several in Arabic. */
  arabic: string
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** `lockers` → `locker`, `facilities` → `facility`; a word without a plural stays as it is. */
const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/([sx]|[cs]h)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/**
 * The names of a new room.
 * @param room a word in small letters, the plural where it has one
 * @param arabic the same in Arabic; without it the Arabic sentences speak of records
 * @throws where it is no such word or is taken
 */
export function namesOf(room: string | undefined, arabic = 'السجلات'): Names {
  if (!room || !/^[a-z]{3,30}$/.test(room)) throw new Error('Name the room by one word in small letters: npm run new equipment')
  if (rooms.includes(room)) throw new Error(`There is a room ${room} already (scripts/graph/floors.ts)`)
  const one = singular(room)
  const isMany = one !== room
  const aOne = !isMany ? room : `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
  return { room, one, Type: capital(one), Room: capital(room), aOne, arabic }
}

/** The number of the next migration, in four digits. */
export function nextMigration(): string {
  const last = readdirSync('src/db/migrations').toSorted().at(-1) ?? '0000'
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
}
