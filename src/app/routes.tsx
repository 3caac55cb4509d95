import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import load from 'virtual:screens'
import { keysOf, recordOf } from '#lib/choices.ts'
import type { Path, Searches } from '#lib/addresses.ts'
import { Access } from './access.tsx'
import { LoadFailed, Pending } from './load.tsx'
import { NotFound } from './not-found.tsx'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'
import { addTexts } from './load-texts.ts'

/** Loading a chunk is aborted after 120 s (spec 9); the screen then offers a retry. */
const chunkTimeout = 120_000

type Screen = Parameters<typeof lazyRouteComponent>[0]

/** Home's texts are loaded with the shell; every other screen loads together with the remaining texts. */
function withTexts(path: Path, load: Screen): Screen {
  return path === '/' ? load : async () => (await Promise.all([load(), addTexts('screens')]))[0]
}

function withTimeout(load: Screen): Screen {
  return () => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, chunkTimeout, new Error('A part of the app took longer than 120 seconds to load'))
    })
    return Promise.race([load(), late])
  }
}

/** Shows an explanation to a role without access, instead of a screen whose every call is refused. */
function withAccess(path: Path, load: Screen): Screen {
  const { call, title } = screens[path]
  if (!call) return load
  return async () => {
    const { default: Inner } = await load()
    return {
      default: () => (
        <Access call={call} title={title}>
          <Inner />
        </Access>
      ),
    }
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: LoadFailed })

function route<To extends Path>(path: To) {
  return createRoute({
    getParentRoute: () => root,
    path,
    // Types only: an address may contain anything, and each screen validates its own parameters.
    validateSearch: (search: Searches[To] & SearchSchemaInput): Searches[To] => search,
    component: lazyRouteComponent(withTimeout(withTexts(path, withAccess(path, load[path])))),
    errorComponent: LoadFailed,
  })
}

type Routes = { [To in Path]: ReturnType<typeof route<To>> }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each address has the route that is made of it, which a record can't say
const routes = recordOf(keysOf(screens), route) as Routes

/** The shell's router; hovering a link loads its screen. */
export const screenRouter = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof screenRouter
  }
}
