import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Access } from './access.tsx'
import { LoadFailed, Pending } from './load.tsx'
import { NotFound } from './not-found.tsx'
import { purposes } from './purposes.ts'
import { Shell } from './shell.tsx'
import { addTexts } from './texts.ts'
import { titleKeyOf } from './titles.ts'

/** Chunks are given up after 120 s (spec 9); the screen then offers to try again. */
const chunkTimeout = 120_000

type Screen = Parameters<typeof lazyRouteComponent>[0]

/** The shell can say what Home says; every other screen comes with the other sentences. */
function withTexts(path: string, load: Screen): Screen {
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

/** A role that may not do what a screen is there for reads so, instead of a screen whose every call is refused. */
function withAccess(path: string, load: Screen): Screen {
  const call = purposes[path]
  if (!call) return load
  return async () => {
    const { default: Inner } = await load()
    return {
      default: () => (
        <Access call={call} title={titleKeyOf(path)}>
          <Inner />
        </Access>
      ),
    }
  }
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: LoadFailed })

/** Every address of the shell and the file that draws it. The signed-out pages stand in public/pages.tsx. */
const screens: Record<string, Screen> = {
  '/': () => import('#insight/home/home.page.tsx'),
  '/services': () => import('./services.page.tsx'),
  '/services/add': () => import('./services-form.page.tsx'),
  '/services/edit': () => import('./services-form.page.tsx'),
  '/services/batch': () => import('./batch.page.tsx'),
  '/services/session': () => import('./session.page.tsx'),
  '/sales': () => import('./sales.page.tsx'),
  '/sales/add': () => import('#money/sales/sell.page.tsx'),
  '/sales/edit': () => import('./sale.page.tsx'),
  '/sales/sale': () => import('./sale.page.tsx'),
  '/sales/quote': () => import('./quote.page.tsx'),
  '/sales/quote/add': () => import('./quote-form.page.tsx'),
  '/sales/quote/edit': () => import('./quote-form.page.tsx'),
  '/sales/customer': () => import('./customer.page.tsx'),
  '/sales/customer/add': () => import('./customer-form.page.tsx'),
  '/sales/customer/edit': () => import('./customer-form.page.tsx'),
  '/sales/import': () => import('#directory/customers/import.page.tsx'),
  '/sales/audit-report': () => import('#insight/reports/audit-report.page.tsx'),
  '/sales/subscription-report': () => import('#insight/reports/subscription-report.page.tsx'),
  '/staff': () => import('./staff.page.tsx'),
  '/staff/add': () => import('#directory/trainers/trainer-form.page.tsx'),
  '/staff/trainer': () => import('./trainer.page.tsx'),
  '/staff/edit': () => import('#directory/trainers/trainer-form.page.tsx'),
  '/finance': () => import('./finance.page.tsx'),
  '/finance/expense': () => import('#money/expenses/expense.page.tsx'),
  '/finance/payout': () => import('#money/payouts/payout.page.tsx'),
  '/challenges': () => import('#insight/challenges/challenges.page.tsx'),
  '/challenges/challenge': () => import('./challenge.page.tsx'),
  '/challenges/add': () => import('#insight/challenges/challenge-form.page.tsx'),
  '/challenges/edit': () => import('#insight/challenges/challenge-form.page.tsx'),
  '/rankings': () => import('#insight/rankings/rankings.page.tsx'),
  '/setup': () => import('./setup.page.tsx'),
  '/notifications': () => import('#business/notifications/notifications.page.tsx'),
  '/rankings/tv': () => import('#insight/rankings/tv.page.tsx'),
}

const children = Object.entries(screens).map(([path, load]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(withTimeout(withTexts(path, withAccess(path, load)))),
    errorComponent: LoadFailed,
  }),
)

/** The shell's router; hovering a link loads its screen. */
export const router = createRouter({
  routeTree: root.addChildren(children),
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultPendingMs: 300,
  scrollRestoration: true,
})
