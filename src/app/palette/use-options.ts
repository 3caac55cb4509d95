import { searchable } from '#lib/search.ts'
import type { OptionGroup, PaletteOption } from './option.ts'
import { useActs, usePages } from './use-places.ts'
import { useRecents } from './use-recents.ts'
import { useRecords } from './use-records.ts'

const most = 8

/** How well an option fits the typed words: 2 if its label begins with them, 1 if it has them all, 0 if not. */
function fit({ label, also = '', kind = '' }: PaletteOption, words: string): number {
  const name = searchable(label)
  if (name.startsWith(words)) return 2
  const text = ` ${name} ${searchable(also)} ${searchable(kind)}`
  return words.split(' ').every((word) => text.includes(` ${word}`)) ? 1 : 0
}

function fitting(options: readonly PaletteOption[], words: string): PaletteOption[] {
  const ranked = options.map((option) => ({ option, rank: fit(option, words) })).filter(({ rank }) => rank > 0)
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ option }) => option)
}

/**
 * What the palette offers for a text, in groups: before anything is typed the records opened last, the most frequent acts and
 * the sidebar's pages; then the acts, pages and records that match.
 */
export function useOptions(typed: string): { groups: OptionGroup[]; isLooking: boolean } {
  const acts = useActs()
  const { pages, entryCount } = usePages()
  const recent = useRecents()
  const { records, isLooking } = useRecords(typed)
  const words = searchable(typed)
  // What has no letter or digit matches nothing but records.
  const isTyped = typed.trim() !== ''
  const groups: OptionGroup[] = isTyped
    ? [
        { id: 'acts', options: words ? fitting(acts.all, words).slice(0, most) : [] },
        { id: 'pages', options: words ? fitting(pages, words).slice(0, most) : [] },
        { id: 'records', options: records },
      ]
    : [
        { id: 'recent', options: recent },
        { id: 'acts', options: acts.few },
        { id: 'pages', options: pages.slice(0, entryCount) },
      ]
  return { groups: groups.filter(({ options }) => options.length > 0), isLooking }
}
