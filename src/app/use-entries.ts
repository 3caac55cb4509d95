import { useMayEach } from './app.client.ts'
import { isSection, sections, type Tab } from './sections.ts'
import { entries } from './sidebar-entries.ts'

/** The entries that lead the role somewhere: all eight for the owner, no sales for a trainer. Finance has something for each role. */
export function useEntries(): (typeof entries)[number][] {
  const may = useMayEach()
  const isOpen = ({ call }: Tab) => call === undefined || may(call)
  return entries.filter(([, path]) => path === '/finance' || !isSection(path) || sections[path].tabs.some(isOpen))
}
