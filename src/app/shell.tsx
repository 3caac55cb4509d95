import { useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AvatarMenu } from './avatar-menu.tsx'
import { greetingOf } from './greeting.ts'
import { Icon } from './icons.tsx'
import { vendorQuery } from '#api/queries.ts'
import css from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useRoot } from './state.ts'
import { titleKeyOf } from './titles.ts'

const Shortcuts = lazy(() => import('./shortcuts.tsx'))

/** The sidebar collapses below 1000 px of window width and expands at and above it (spec 4). */
const breakpoint = '(width >= 1000px)'

function useSidebarWidth(): void {
  useEffect(() => {
    const wide = window.matchMedia(breakpoint)
    const follow = () => useRoot.setState((state) => ({ commonState: { ...state.commonState, isToggle: wide.matches, isDrawer: false } }))
    follow()
    wide.addEventListener('change', follow)
    return () => wide.removeEventListener('change', follow)
  }, [])
}

function useTitle(): string {
  const t = useTranslations()
  const title = t(titleKeyOf(useRouterState({ select: (state) => state.location.pathname })))
  useEffect(() => {
    document.title = `${title} · Touchline`
  }, [title])
  return title
}

function Greeting() {
  const t = useTranslations('app.greeting')
  const { data: vendor } = useQuery(vendorQuery)
  return <p className={css['greeting']}>{t(greetingOf(new Date().getHours()), { name: vendor?.name || t('fallback') })}</p>
}

function Offline() {
  const t = useTranslations('app')
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine)
    window.addEventListener('online', follow)
    window.addEventListener('offline', follow)
    return () => {
      window.removeEventListener('online', follow)
      window.removeEventListener('offline', follow)
    }
  }, [])
  return isOffline ? (
    <p className={css['offline']} role="status">
      {t('offline')}
    </p>
  ) : null
}

/** The frame of every signed-in screen: sidebar, top bar, content (spec 2). */
export function Shell() {
  const t = useTranslations('app')
  useSidebarWidth()
  const title = useTitle()
  const { isToggle, isDrawer } = useRoot((state) => state.commonState)
  const isLoading = useIsFetching() + useIsMutating() > 0
  const drawerButton = useRef<HTMLButtonElement>(null)
  const toggle = (key: 'isToggle' | 'isDrawer') =>
    useRoot.setState((state) => ({ commonState: { ...state.commonState, [key]: !state.commonState[key] } }))
  const closeDrawer = () => useRoot.setState((state) => ({ commonState: { ...state.commonState, isDrawer: false } }))
  return (
    <div className={css['shell']} data-wide={isToggle} data-drawer={isDrawer}>
      <a className={css['skip']} href="#content">
        {t('skip')}
      </a>
      <div
        className={css['side']}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isDrawer) return
          closeDrawer()
          drawerButton.current?.focus()
        }}
      >
        <div className={css['brand']}>
          <span className={css['mark']} translate="no">
            Touchline
          </span>
          <button
            type="button"
            className={css['toggle']}
            aria-expanded={isToggle}
            aria-label={isToggle ? t('collapse') : t('expand')}
            onClick={() => toggle('isToggle')}
          >
            <Icon name="menu" />
          </button>
        </div>
        <Sidebar onNavigate={closeDrawer} />
      </div>
      <button type="button" className={css['scrim']} aria-hidden="true" tabIndex={-1} onClick={closeDrawer} />
      <div className={css['column']}>
        <header className={css['top']}>
          <button
            ref={drawerButton}
            type="button"
            className={css['drawerButton']}
            aria-expanded={isDrawer}
            aria-label={t('openMenu')}
            onClick={() => toggle('isDrawer')}
          >
            <Icon name="menu" />
          </button>
          <Greeting />
          <AvatarMenu />
        </header>
        {isLoading && <div className={css['loading']} role="progressbar" aria-label={t('loading')} />}
        <Offline />
        <main id="content" className={css['content']} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <p className="hidden-text" role="status">
        {title}
      </p>
      <Suspense>
        <Shortcuts />
      </Suspense>
    </div>
  )
}
