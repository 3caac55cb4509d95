import type { Path, Search } from '#lib/addresses.ts'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'

/** The pages of records that the palette offers again. */
export const recentPaths = [
  '/services/batch',
  '/sales/customer',
  '/sales/sale',
  '/sales/quote',
  '/staff/trainer',
  '/challenges/challenge',
] as const satisfies Path[]
type RecentPath = (typeof recentPaths)[number]

/** A record that was opened: ids only, since its name may be a person's and may change. */
export type Recent = { to: RecentPath; id: string }

const key = 'recents'
const most = 7

function recentOf(value: unknown): Recent[] {
  const { to, id } = fieldsOf(value)
  const path = recentPaths.find((known) => known === to)
  return path && typeof id === 'string' ? [{ to: path, id }] : []
}

/** The records that this member opened last in this browser, the latest first. Signing out removes them. */
export function recents(): Recent[] {
  try {
    const stored = readJson(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(recentOf).slice(0, most) : []
  } catch {
    // A storage that can't be read has none.
    return []
  }
}

/** Puts a page that is shown first, if it is a record's. */
export function remember(path: string, search: { [Name in keyof Search]?: unknown }): void {
  const [opened] = recentOf({ to: path, id: search.id })
  if (!opened) return
  const others = recents().filter(({ to, id }) => to !== opened.to || id !== opened.id)
  try {
    localStorage.setItem(key, JSON.stringify([opened, ...others].slice(0, most)))
  } catch {
    // A full storage keeps what it has.
  }
}
