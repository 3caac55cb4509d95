import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import load from 'virtual:screens'
import { keysOf, recordOf } from '#lib/choices.ts'
import type { Path, Searches } from '#lib/addresses.ts'
import { Access } from './access.tsx'
import { LoadFailed, Pending } from './load.tsx'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'

/** Loads a screen's component. */
export type LoadScreen = Parameters<typeof lazyRouteComponent>[0]

/** Shows an explanation to a role without access, instead of a screen whose every call is refused. */
function withAccess(path: Path, load: LoadScreen): LoadScreen {
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

/** What loading a screen means here: the browser also loads texts, and gives up after a while. */
type Prepare = (path: Path, load: LoadScreen) => LoadScreen

// An unknown address is rare, so its page is not part of the first load.
const NotFound = lazyRouteComponent(() => import('./not-found.tsx'))

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: LoadFailed })

function route<To extends Path>(path: To, prepare: Prepare) {
  return createRoute({
    getParentRoute: () => root,
    path,
    // Types only: an address may contain anything, and each screen validates its own parameters.
    validateSearch: (search: Searches[To] & SearchSchemaInput): Searches[To] => search,
    component: lazyRouteComponent(prepare(path, withAccess(path, load[path]))),
    errorComponent: LoadFailed,
  })
}

type Routes = { [To in Path]: ReturnType<typeof route<To>> }

/** The tree of the shell's routes, one for each screen. */
export function screenRoutes(prepare: Prepare = (_path, load) => load) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each address has the route that is made of it, which a record can't say
  const routes = recordOf(keysOf(screens), (path) => route(path, prepare)) as Routes
  return root.addChildren(routes)
}

/** A router of the shell; hovering a link loads its screen. @param history the browser's own by default */
export function screenRouter(routeTree: ReturnType<typeof screenRoutes>, history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    defaultPendingMs: 300,
    // The server, which has no position to restore, would write a script for it.
    ...(history ? { history } : { scrollRestoration: true }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof screenRouter>
  }
}
