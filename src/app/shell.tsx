import { useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { trialEnded } from '#web/server-calls.ts'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { vendorQuery } from '#business/setup/setup.queries.ts'
import { useWeekLocale, useZone } from '#business/setup/here.ts'
import { useMay } from './app.client.ts'
import { PlanChooser, TrialOver } from '#ui/trial-over.tsx'
import { Icon } from '#ui/icon.tsx'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { useIsPhone } from '#ui/use-media.ts'
import { afterFirstPaint } from './load.tsx'
import { Looking } from './looking.tsx'
import { NextStep } from './next-step.tsx'
import css from './shell.module.css'
import { Shortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { useRoot } from '#web/state.ts'
import { titleKeyOf } from './titles.ts'
import { Unverified } from './unverified.tsx'
import { TopBar } from './topbar.tsx'
import { toggleSidebar, useDrawer, useIsWide, useSidebarWidth } from './use-sidebar.ts'

// Only phones have it, and the menu of the top bar leads everywhere too until it is there.
const BottomBar = lazy(() => afterFirstPaint().then(() => import('./bottom-bar.tsx')))

function useTitle(): string {
  const t = useTranslations()
  const key = useRouterState({ select: ({ location }) => titleKeyOf(location.pathname, (location.search as { kind?: unknown }).kind) })
  const title = t(key)
  useEffect(() => {
    document.title = `${title} · Touchline`
  }, [title])
  return title
}

function followConnection(follow: () => void): () => void {
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  return () => {
    window.removeEventListener('online', follow)
    window.removeEventListener('offline', follow)
  }
}

function Offline() {
  const t = useTranslations('app')
  const isOffline = useSyncExternalStore(
    followConnection,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <div role="status" className={isOffline ? css['offline'] : undefined}>
      {isOffline && t('offline')}
    </div>
  )
}

/** The bar below the top bar while data loads or is saved; the `loader` slice has the same value (spec 3, 4). */
function Loading() {
  const t = useTranslations('app')
  const isBusy = useIsFetching() + useIsMutating() > 0
  useEffect(() => {
    useRoot.setState({ loader: isBusy })
    return () => void useRoot.setState({ loader: false })
  }, [isBusy])
  const isLoading = useRoot((state) => state.loader)
  return isLoading && <div className={css['loading']} role="progressbar" aria-label={t('loading')} />
}

/** Addresses whose screen fills the window. */
const whole = ['/rankings/tv']

/** Shows on every screen that the trial is over: what still works, and a link to the plans (product 2.1). */
function TrialEnded() {
  const t = useTranslations('app.trial')
  const text = useTranslations('lib')
  const { data: plan, refetch } = useQuery(planQuery)
  // A trial may end while the app is open: the first refused write triggers a refetch.
  useEffect(() => {
    const ask = () => void refetch()
    trialEnded.addEventListener('ended', ask)
    return () => trialEnded.removeEventListener('ended', ask)
  }, [refetch])
  if (!plan?.isExpired) return null
  return (
    <p className={css['ended']}>
      {t('ended')} <a href="/plans">{text('plans')}</a>
    </p>
  )
}

function Frame() {
  const t = useTranslations('app')
  useSidebarWidth()
  useKeptFocus()
  const drawer = useDrawer()
  const { data: vendor } = useQuery(vendorQuery)
  const title = useTitle()
  const { data: plan } = useQuery(planQuery)
  const isWide = useIsWide()
  const isPhone = useIsPhone()
  const isWhole = useRouterState({ select: ({ location }) => whole.includes(location.pathname) })
  if (isWhole)
    return (
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    )
  const toggleText = drawer.isOpen ? t('closeMenu') : isWide ? t('collapse') : t('expand')
  return (
    <div className={css['shell']} data-wide={isWide} data-drawer={drawer.isOpen}>
      <a className={css['skip']} href="#content">
        {t('skip')}
      </a>
      <aside ref={drawer.side} className={css['side']} aria-label={t('nav.side')}>
        <div className={css['brand']}>
          <span className={css['mark']} translate="no">
            Touchline
          </span>
          <button
            type="button"
            className={css['toggle']}
            aria-expanded={drawer.isOpen || isWide}
            aria-label={toggleText}
            title={toggleText}
            onClick={() => (drawer.isOpen ? drawer.close() : toggleSidebar())}
          >
            <Icon name={drawer.isOpen ? 'close' : 'menu'} />
          </button>
        </div>
        <Sidebar onNavigate={() => drawer.close(false)} />
      </aside>
      <button type="button" className={css['scrim']} aria-hidden="true" tabIndex={-1} onClick={() => drawer.close()} />
      <div className={css['column']} inert={drawer.isOpen}>
        <Looking />
        <header className={css['top']}>
          <TopBar isDrawer={drawer.isOpen} onDrawer={drawer.open} />
          <Loading />
        </header>
        <main id="content" className={css['content']} tabIndex={-1}>
          <Offline />
          <Unverified />
          <TrialEnded />
          <NextStep />
          {/* Shown in print only: the business's name. */}
          <p className={css['letterhead']} data-letterhead>
            <bdi>{vendor?.name}</bdi>
          </p>
          <TrialOver value={plan?.isExpired ?? false}>
            <Outlet />
          </TrialOver>
        </main>
        <div className={css['foot']}>
          {isPhone && (
            <Suspense>
              <BottomBar isMore={drawer.isOpen} onMore={drawer.open} />
            </Suspense>
          )}
        </div>
      </div>
      <p className="hidden-text" role="status">
        {title}
      </p>
      <Shortcuts />
    </div>
  )
}

/** The frame of every signed-in screen: sidebar, top bar, content (spec 2). Times in it use the business's time zone, calendars its week. */
export function Shell() {
  return (
    <IntlProvider locale={useWeekLocale()} timeZone={useZone()}>
      <PlanChooser value={useMay('plans.change')}>
        <Frame />
      </PlanChooser>
    </IntlProvider>
  )
}
