import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { fieldsOf } from '#lib/choices.ts'
import { failureOf } from '#web/call-failure.ts'
import type { Search } from '#lib/addresses.ts'
import { Button } from './button.tsx'
import { focusNamed } from './focus.ts'
import css from './page.module.css'
import { useInSight } from './use-in-sight.ts'

type PageProps = {
  title: string
  /** A way back or a fact about the page; a phone leaves out what only explains it, which is plain text. */
  lead?: ReactNode
  /** The page's main act, with the menu of what is used less often: the last in a wide window, and on a phone in one line with the title. */
  primary?: ReactNode
  /** At most two outlined buttons besides the primary one. */
  actions?: ReactNode
  /** Instead of both: a component that has the acts of a record, and renders `PageActs`. */
  acts?: ReactNode
  children: ReactNode
}

/** A page's acts: the primary one, and others. */
export function PageActs({ primary, actions }: Pick<PageProps, 'primary' | 'actions'>) {
  return (
    <>
      {actions && <div className={css['actions']}>{actions}</div>}
      {primary && <div className={css['primary']}>{primary}</div>}
    </>
  )
}

/** A screen: its h1 (which takes the focus after a route change), a lead and actions. */
export function Page({
  title,
  lead,
  primary,
  actions,
  acts = (primary || actions) && <PageActs primary={primary} actions={actions} />,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before paint: a focus that moves later steals keystrokes from someone already typing.
  useLayoutEffect(() => {
    // The first page of a visit keeps the browser's own focus.
    if (!(Number(fieldsOf(window.history.state)['__TSR_index']) > 0)) return
    if (window.location.hash) focusNamed(window.location.hash.slice(1))
    else heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={css['page']}>
      <div className={css['head']}>
        <div className={css['title']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && (
            <p className={css['lead']} data-explains={typeof lead === 'string'}>
              {lead}
            </p>
          )}
        </div>
        {acts && <div className={css['acts']}>{acts}</div>}
      </div>
      {children}
    </div>
  )
}

/**
 * Tabs in the URL as `?tab=`; `first`, by default the first of them, has no parameter.
 * @param keep the rest of every tab's search parameters
 * @param look `sub` for the parts of a tab, below the tabs of the page; `section` for those of a screen of the sidebar, which
 *   shows them itself where it is open
 */
export function Tabs({
  label,
  tabs,
  current,
  keep = {},
  first = tabs[0]?.id,
  look,
  children,
}: {
  label: string
  tabs: { id: NonNullable<Search['tab']>; label: string }[]
  current: string
  keep?: Search
  first?: string | undefined
  look?: 'sub' | 'section'
  children?: ReactNode
}) {
  const line = useInSight<HTMLElement>(current)
  return (
    <nav ref={line} className={look === 'sub' ? css['sub'] : css['tabs']} data-section={look === 'section' || undefined} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to="."
          search={tab.id === first ? keep : { ...keep, tab: tab.id }}
          aria-current={tab.id === current ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {tab.label}
        </Link>
      ))}
      {children}
    </nav>
  )
}

/** "None yet", "no match" or "failed": the state and one action. */
export function State({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={css['state']}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

/** A panel whose data failed to load, while the rest of the page works. */
export function Failed({ retry }: { retry: () => void }) {
  const t = useTranslations('ui.failed')
  return <State title={t('title')} text={t('text')} action={<Button onClick={retry}>{t('retry')}</Button>} />
}

/** A placeholder in the shape of the content, visible only after 300 ms. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  const t = useTranslations('ui')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, 300, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css['skeleton']} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={isLate ? css['bone'] : undefined} style={isLate ? undefined : { blockSize: 'var(--row)' }} />
      ))}
    </div>
  )
}

/** An address without a record, or with an id that does not exist here. */
export function Missing() {
  const t = useTranslations('lib.failures')
  return <State title={t('document/not-found')} />
}

/** What this device has not stored, while there is no connection. */
function NotHere() {
  const t = useTranslations('ui.failed')
  return <State title={t('offline')} text={t('offlineText')} />
}

/**
 * Shown in place of a record: it is still loading, it is not on this device, it does not exist, or it failed to load.
 * @param query the record's query; a paused one waits for the connection
 * @param rows number of placeholder rows while loading
 */
export function Unread({
  query,
  rows = 6,
}: {
  query: { error: unknown; fetchStatus?: string; refetch: () => Promise<unknown> }
  rows?: number
}) {
  if (query.fetchStatus === 'paused') return <NotHere />
  if (query.error === null) return <Skeleton rows={rows} />
  // An id in an invalid format is refused before it is looked up.
  const isMissing = [400, 404].includes(failureOf(query.error).status)
  return isMissing ? <Missing /> : <Failed retry={() => void query.refetch()} />
}
