import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './notifications.client.ts'
import { changed } from '#web/changed.ts'
import { useToday, useZone } from '#business/setup/here.ts'
import { hereAt } from '#lib/zones.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { PlaceLink } from '#ui/place-link.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import type { Notification } from './notification.contract.ts'
import { placeOf } from './notification.rules.ts'
import css from './notifications.module.css'
import { useWords } from './use-words.ts'

function Entry({ row, onOpen, onRead }: { row: Notification; onOpen: () => void; onRead: () => void }) {
  const t = useTranslations('notifications.panel')
  const words = useWords()
  const name = words.name(row.kind)
  const place = placeOf(row.kind, row.about)
  const isUnread = row.readAt === null
  const said = (
    <>
      <span className={css['name']}>
        {isUnread && (
          <>
            <span className={css['dot']} aria-hidden="true" />
            <span className="hidden-text">{t('unread')}: </span>
          </>
        )}
        {name}
      </span>
      <span>{words.text(row)}</span>
      <time className={css['time']} dateTime={row.at}>
        {words.time(row.at)}
      </time>
    </>
  )
  return (
    <li className={css['entry']} data-unread={isUnread}>
      {place ? (
        <PlaceLink place={place} className={css['said']} data-entry onClick={onOpen}>
          {said}
        </PlaceLink>
      ) : (
        <p className={css['said']}>{said}</p>
      )}
      {isUnread && (
        <button type="button" className={css['tick']} aria-label={t('readOne', { name })} title={t('readOne', { name })} onClick={onRead}>
          <svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
            <path d="m5 12 5 5 9-10" />
          </svg>
        </button>
      )}
    </li>
  )
}

/** The newest notifications by day; arrow keys move between them, and opening one marks it as read. */
export default function Panel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('notifications')
  const day = useDay({ dateStyle: 'full' })
  const zone = useZone()
  const today = useToday()
  const failed = useFailed()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery({ queryKey: ['notifications', 'panel'], queryFn: () => api.notifications.list({ size: 20 }) })
  useEffect(() => heading.current?.focus(), [])
  const read = (id?: string) =>
    void api.notifications.read(id === undefined ? {} : { id }).then(() => {
      // The pressed button disappears with the unread mark.
      heading.current?.focus()
      return changed('notifications')
    }, failed)
  const open = (row: Notification) => {
    onClose()
    if (row.readAt === null) void api.notifications.read({ id: row.id }).then(() => changed('notifications'), failed)
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
    const at = entries.findIndex((one) => one === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (next === undefined || entries.length === 0) return
    event.preventDefault()
    entries[(next + entries.length) % entries.length]?.focus()
  }
  const rows = query.data?.rows ?? []
  const days = Map.groupBy(rows, ({ at }) => hereAt(new Date(at), zone).day)
  const body = () => {
    if (query.isError) return <Failed retry={() => void query.refetch()} />
    if (!query.data) return <Skeleton rows={4} />
    if (rows.length === 0) return <State title={t('panel.none.title')} text={t('panel.none.text')} />
    return [...days].map(([key, own]) => (
      <section key={key} aria-label={key === today ? t('panel.today') : day(key)}>
        <h3>{key === today ? t('panel.today') : day(key)}</h3>
        <ul>
          {own.map((row) => (
            <Entry key={row.id} row={row} onOpen={() => open(row)} onRead={() => read(row.id)} />
          ))}
        </ul>
      </section>
    ))
  }
  return (
    <div className={css['panel']} onKeyDown={move} role="presentation">
      <div className={css['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('title')}
        </h2>
        {rows.some(({ readAt }) => readAt === null) && (
          <Button look="quiet" onClick={() => read()}>
            {t('panel.readAll')}
          </Button>
        )}
      </div>
      <div className={css['entries']}>{body()}</div>
      <div className={css['foot']}>
        <Link to="/notifications" className={buttonClass('quiet')} onClick={onClose}>
          {t('panel.all')}
        </Link>
        <Link to="/notifications" search={{ tab: 'settings' }} className={buttonClass('quiet')} onClick={onClose}>
          {t('panel.settings')}
        </Link>
      </div>
    </div>
  )
}
