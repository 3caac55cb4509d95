import { useSearch } from '@tanstack/react-router'
import { useMayEach } from './app.client.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { allowedBy, sections, type SectionPath, type Tab, type TabId } from './sections.ts'

/** The ids of a tab and of its parts. */
const idsOf = ({ id, parts = [] }: Tab): TabId[] => [id, ...parts.map((part) => part.id)]

/**
 * The tabs of a screen that the role may see, and where the address is among them.
 * @param at the path that is shown, if it is not the screen's own
 * @returns `current`, the shown tab, and `part`, the shown part of it; undefined if the role may see none. `owner` is
 *   the tab that another path belongs to
 */
export function useTabs(path: SectionPath, at: string = path) {
  const t = useOpenTexts()
  const may = useMayEach()
  const { tab } = useSearch({ strict: false })
  const { label, tabs }: { label: string; tabs: readonly Tab[] } = sections[path]
  const shown = tabs.filter(allowedBy(may))
  const found = shown.find((one) => idsOf(one).some((id) => id === tab)) ?? shown[0]
  const labelled = (all: readonly Tab[]) => all.map(({ id, title, place }) => ({ id, place, label: t(title) }))
  const parts = found?.parts ?? []
  return {
    label: t(label),
    tabs: labelled(shown),
    current: found?.id,
    owner: shown.find(({ under = [] }) => under.some((start) => at.startsWith(start)))?.id,
    parts: labelled(parts),
    part: parts.find(({ id }) => id === tab)?.id ?? found?.id,
  }
}
