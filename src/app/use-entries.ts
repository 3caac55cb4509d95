import { useMayEach } from './app.client.ts'
import { allowedBy, isSection, sections } from './sections.ts'
import { entries } from './sidebar-entries.ts'

/** The entries that lead the role somewhere: all eight for the owner, no sales for a trainer. Finance has something for each role. */
export function useEntries(): (typeof entries)[number][] {
  const may = useMayEach()
  return entries.filter(([, path]) => path === '/finance' || !isSection(path) || sections[path].tabs.some(allowedBy(may)))
}
