import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { vendorQuery } from '#business/setup/setup.queries.ts'
import { useHere } from '#business/setup/here.ts'
import { useReader } from '#ui/use-reader.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Bell } from './bell.tsx'
import { greetingOf } from './greeting.ts'
import { Icon } from '#ui/icon.tsx'
import { afterFirstPaint } from './load.tsx'
import { openPalette } from './palette/open-palette.ts'
import css from './topbar.module.css'

const Unsent = lazy(() => afterFirstPaint().then(() => import('./unsent.tsx')))

function Greeting() {
  const t = useTranslations('app.greeting')
  const { data: vendor } = useQuery(vendorQuery)
  const here = useHere()
  const hour = useReader(() => new Date().getHours(), Math.floor(here.hours))
  // The name is unknown until it has loaded; a fallback that then jumps to the name would mislead.
  const name = vendor === undefined ? undefined : vendor?.name || t('fallback')
  return <p className={css['greeting']}>{name !== undefined && t(greetingOf(hour), { name })}</p>
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Greeting above 800 px, palette button, bell, avatar; below 640 px the drawer's button (spec 2, Top bar). */
export function TopBar({ isDrawer, onDrawer }: { isDrawer: boolean; onDrawer: (opener: HTMLElement) => void }) {
  const t = useTranslations('app')
  const hasCommandKey = useReader(isApple, false)
  return (
    <>
      <button
        type="button"
        className={`${css['icon']} ${css['drawer']}`}
        aria-expanded={isDrawer}
        aria-label={t('openMenu')}
        onClick={({ currentTarget }) => onDrawer(currentTarget)}
      >
        <Icon name="menu" />
      </button>
      <Greeting />
      <button type="button" className={css['search']} aria-keyshortcuts="Control+K Meta+K" aria-haspopup="dialog" onClick={openPalette}>
        <Icon name="search" />
        <span className={css['searchText']}>{t('palette.open')}</span>
        <kbd className={css['key']} aria-hidden="true">
          {hasCommandKey ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {/* The server renders the bar too, and has no unsent marks. */}
      {typeof document !== 'undefined' && (
        <Suspense>
          <Unsent />
        </Suspense>
      )}
      <Bell />
      <AvatarMenu />
    </>
  )
}
