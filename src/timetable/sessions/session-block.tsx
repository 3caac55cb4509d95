import { Link } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { surfaceClass } from '#ui/surface.tsx'
import css from './session-block.module.css'
import type { Session } from './session.contract.ts'

/** Shows a session next to the calendar instead of following its link, unless the click asks for another tab or window. */
export function openHere(event: MouseEvent, session: Session, onOpen: ((session: Session) => void) | undefined): void {
  if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  onOpen(session)
}

/** How many places are taken: the share of the bar, at least visible where there is one. */
const shareOf = ({ booked, capacity }: Session) => Math.min(booked / Math.max(capacity, 1), 1)

/**
 * A session on the board: its name, time, trainer and taken places, as far as its height allows.
 * @param isOutside whether it lies outside the working hours of the column's trainer
 */
export function SessionBlock({
  session,
  isOutside,
  isOpen,
  isMoving,
  hint,
  ...bindings
}: { session: Session; isOutside: boolean; isOpen: boolean; isMoving: boolean; hint: string | undefined } & Pick<
  ComponentProps<'a'>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onKeyDown' | 'onBlur' | 'onClick'
>) {
  const t = useTranslations('sessions.calendar')
  const format = useFormatter()
  const { booked, capacity } = session
  return (
    <Link
      to="/services/session"
      search={{ id: session.id }}
      draggable={false}
      className={`${css['session']} ${surfaceClass(session.surface)}`}
      data-session={session.id}
      data-off={session.state === 'cancelled'}
      data-moving={isMoving}
      data-open={isOpen}
      title={`${session.batchName}, ${session.startingTime}–${session.endingTime}, ${session.trainerName}`}
      aria-description={hint}
      {...bindings}
    >
      <span className={css['lines']}>
        <strong dir="auto">{session.batchName}</strong>
        <span className={`${css['time']} ltr`}>
          {session.startingTime}
          <span className={css['end']}>–{session.endingTime}</span>
        </span>
        <span className={css['trainer']} dir="auto">
          {session.trainerName}
        </span>
        {isOutside && <span className={css['outside']}>{t('outside')}</span>}
      </span>
      <span className={css['seats']}>
        <span className="hidden-text">{t('seats', { booked, capacity })}</span>
        <span aria-hidden="true" className="ltr">
          <b>{format.number(booked)}</b>/{format.number(capacity)}
        </span>
        {booked >= capacity && <span className={css['full']}>{t('full')}</span>}
      </span>
      <span className={css['bar']} aria-hidden="true" style={{ '--share': shareOf(session) }} />
    </Link>
  )
}
