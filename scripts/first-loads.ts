import type { Rolldown } from 'vite'

/** What so many screens need travels together, whichever of them is opened first. */
const manyScreens = 8

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Modules as absolute paths: what draws the signed-out pages, what draws the shell with its first screen, and all screens. */
type Entries = { signedOut: string[]; signedIn: string[]; screens: string[] }

/** What modules import, themselves included, without what is loaded later. */
function importsOf(ids: string[], graph: Graph): Set<string> {
  const found = new Set(ids)
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** A first load: what it needs at once, and what it loads by itself later; `screens` are loaded when they are opened. */
function firstLoad(ids: string[], screens: string[], graph: Graph): { now: Set<string>; later: Set<string> } {
  const now = importsOf(ids, graph)
  const later = [...now].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  return {
    now,
    later: importsOf(
      later.filter((id) => !screens.includes(id)),
      graph,
    ),
  }
}

/**
 * The files of the first loads, read from what their modules import: one that is renamed or moved stays where it is needed.
 * What both need is `base`, and so is what the shell shares with a signed-out page that is loaded later; what one of them
 * shares with other screens is a file of its own. Each request costs a round of headers on a slow line, so files are few.
 */
export function firstLoads({ signedOut, signedIn, screens }: Entries): Rolldown.CodeSplittingOptions {
  let known: { out: ReturnType<typeof firstLoad>; in: ReturnType<typeof firstLoad> } | undefined
  const fileOf = (id: string, graph: Graph): string | null => {
    known ??= { out: firstLoad(signedOut, [], graph), in: firstLoad(signedIn, screens, graph) }
    if (known.out.now.has(id)) return known.in.now.has(id) ? 'base' : 'forms'
    if (known.in.now.has(id)) return known.out.later.has(id) ? 'base' : 'frame'
    return null
  }
  return {
    groups: [
      { name: fileOf, debugName: 'first loads', minShareCount: 2, priority: 1 },
      {
        // What a first load brings later stays by itself: all of this would come with it.
        name: (id) => (known?.out.later.has(id) || known?.in.later.has(id) ? null : 'shared'),
        debugName: 'shared',
        minShareCount: manyScreens,
        includeDependenciesRecursively: false,
      },
    ],
  }
}
