import type { Rolldown } from 'vite'

/** A module used by at least this many screens goes into one shared file, whichever of them is opened first. */
const manyScreens = 8

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/**
 * Modules as absolute paths: those that render the signed-out pages, those that render the shell with its first screen, those that
 * the shell always fetches after its first paint, and all screens.
 */
type Entries = { signedOut: string[]; signedIn: string[]; soon: string[]; screens: string[] }

/** The static imports of modules, including the modules themselves but nothing loaded dynamically. */
function importsOf(ids: string[], graph: Graph): Set<string> {
  const found = new Set(ids)
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** A first load: what it needs at once, and what it loads itself later; `screens` load when opened. */
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
 * The chunks of the first loads, derived from module imports: a renamed or moved module stays in the chunk that needs it.
 * What both first loads need is `base`, and so is what a signed-out page shares with what the shell fetches soon; what the shell
 * shares with a signed-out page that loads later is `common`; what one of them shares with other screens is a separate chunk. Each
 * request costs a round of headers on a slow line, so chunks are few.
 */
export function firstLoads({ signedOut, signedIn, soon, screens }: Entries): Rolldown.CodeSplittingOptions {
  let known: { out: ReturnType<typeof firstLoad>; in: ReturnType<typeof firstLoad>; soon: Set<string> } | undefined
  const fileOf = (id: string, graph: Graph): string | null => {
    known ??= { out: firstLoad(signedOut, [], graph), in: firstLoad(signedIn, screens, graph), soon: importsOf(soon, graph) }
    if (known.out.now.has(id)) return known.in.now.has(id) || known.soon.has(id) ? 'base' : 'forms'
    if (known.in.now.has(id)) return known.out.later.has(id) ? 'common' : 'frame'
    return null
  }
  return {
    groups: [
      { name: fileOf, debugName: 'first loads', minShareCount: 2, priority: 1 },
      {
        // Two requests instead of seven; the signed-out pages fetch only the toasts. What the shell itself needs stays with it:
        // it would otherwise wait for all of this, and the toasts' styles would be made before their nonce is known.
        name: (id) => (!known?.soon.has(id) || known.in.now.has(id) ? null : known.out.later.has(id) ? 'toasts' : 'soon'),
        debugName: 'soon',
        includeDependenciesRecursively: false,
      },
      {
        // Modules that a first load fetches later stay separate: this chunk would otherwise pull them all in.
        name: (id) => (known?.out.later.has(id) || known?.in.later.has(id) ? null : 'shared'),
        debugName: 'shared',
        minShareCount: manyScreens,
        includeDependenciesRecursively: false,
      },
    ],
  }
}
