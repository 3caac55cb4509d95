/** The cookie with how members see lists in this browser: their columns, and the height of rows. The server draws lists by it. */
export const listLooksCookie = 'lists'

/** Columns by their keys: whether a member chose to see each. What is not in it is shown as the list decides. */
export type ChosenColumns = Readonly<Record<string, boolean>>

/** How one member sees lists: the columns of each by its name, such as `customers.list`, and whether rows are low. */
export type ListLooks = { isCompact: boolean; columns: Readonly<Record<string, ChosenColumns>> }

/** The longest text of the cookie, which is sent with every call; what was changed longest ago is left out. */
const limit = 1500

/** Marks a column that is not to be seen. */
const without = '-'

/** The end of a member's id, which no other member of a business shares. */
const ownerOf = (userId: string) => userId.slice(-12)

/** How a member sees lists, from the text of the cookie, which holds those of all members of this browser. */
export function looksOf(text: string, userId: string): ListLooks {
  const owner = ownerOf(userId)
  const columns: Record<string, ChosenColumns> = {}
  for (const [name, said] of new URLSearchParams(text)) {
    if (!name.startsWith(`${owner}.`)) continue
    columns[name.slice(owner.length + 1)] = Object.fromEntries(
      said.split(' ').map((key) => (key.startsWith(without) ? [key.slice(1), false] : [key, true])),
    )
  }
  return { isCompact: new URLSearchParams(text).get(owner) === 'compact', columns }
}

/** The cookie's text after a change, which comes first. @param said '' for what is as it was at first */
function changed(text: string, name: string, said: string): string {
  const others = [...new URLSearchParams(text)].filter(([known]) => known !== name)
  const all: [string, string][] = said === '' ? others : [[name, said], ...others]
  const textOf = (count: number) => new URLSearchParams(all.slice(0, count)).toString()
  let count = all.length
  while (textOf(count).length > limit) count -= 1
  return textOf(count)
}

/** The cookie's text once a member has chosen columns of a list; none for the list's own. */
export function withColumns(text: string, userId: string, list: string, columns: ChosenColumns): string {
  const said = Object.entries(columns).map(([key, isShown]) => (isShown ? key : without + key))
  return changed(text, `${ownerOf(userId)}.${list}`, said.join(' '))
}

/** The cookie's text once a member has chosen the height of rows. */
export const withDensity = (text: string, userId: string, isCompact: boolean): string =>
  changed(text, ownerOf(userId), isCompact ? 'compact' : '')
