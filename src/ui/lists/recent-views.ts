import { readJson } from '#lib/json.ts'
import { useRoot } from '#web/state.ts'

/** How many recent views of a list are stored. */
const limit = 5

const keyOf = (list: string) => `recent:${useRoot.getState().auth.userId ?? ''}:${list}`

/** What the member narrowed a list to in this browser, newest first, each as `queryOf` writes it. */
export function recentViews(list: string): string[] {
  try {
    const stored = readJson(localStorage.getItem(keyOf(list)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : []
  } catch {
    return []
  }
}

/** Stores what a list was narrowed to, without repeating it. */
export function rememberView(list: string, query: string): void {
  const recent = [query, ...recentViews(list).filter((known) => known !== query)].slice(0, limit)
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(recent))
  } catch {
    // A full or forbidden storage offers no recent views.
  }
}
