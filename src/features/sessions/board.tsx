import { Link } from '@tanstack/react-router'
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { surfaceClass } from '#ui/surface.tsx'
import css from './board.module.css'
import { besides, hoursOf, isOutsideOf, minutesOf, movedStart, restOf, step, timeOf } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

/** A column of the board: a day, a trainer or a hall. */
export type Column = {
  key: string
  label: string
  note?: string | undefined
  closed?: string | undefined
  /** Why who holds the sessions is away that day, and the hours that they work, where the column is one trainer's: null on a day off. */
  away?: string | undefined
  works?: { startingTime: string; endingTime: string } | null
  now?: string | undefined
  sessions: Session[]
}

/** Where a session is being moved to: the column's key and its new start in minutes. */
export type Move = { session: Session; column: string; start: number }

/** Three lines fit into an hour: name, time, trainer. */
const hourHeight = 58
const share = (minutes: number) => `${(minutes / 60) * hourHeight}px`

type Drag = Move & { fromX: number; fromY: number; isMoved: boolean }

/**
 * Hours down and columns across. A session is dragged, or moved by the keyboard after M; both end
 * in `onMove` with the same result.
 * @param onMove null where the member may not change sessions
 */
export function Board({ columns, onMove }: { columns: Column[]; onMove: ((move: Move) => void) | null }) {
  const t = useTranslations('sessions.calendar')
  const [drag, setDrag] = useState<Drag | null>(null)
  const [keyed, setKeyed] = useState<Move | null>(null)
  const { first, last } = hoursOf(columns.flatMap(({ sessions }) => sessions))
  const moving = drag?.isMoved ? drag : keyed
  // One ball shows where the day is, also where every lane has the line.
  const current = columns.find(({ now }) => now !== undefined)
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? ''

  const begin = (event: PointerEvent<HTMLElement>, session: Session, column: string) => {
    if (!onMove || event.button !== 0 || session.state !== 'scheduled') return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ session, column, start: minutesOf(session.startingTime), fromX: event.clientX, fromY: event.clientY, isMoved: false })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return
    const isMoved = drag.isMoved || Math.abs(event.clientX - drag.fromX) + Math.abs(event.clientY - drag.fromY) > 6
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset['column'] !== undefined)
    const start = movedStart(drag.session, ((event.clientY - drag.fromY) / hourHeight) * 60)
    setDrag({ ...drag, isMoved, start, column: under?.dataset['column'] ?? drag.column })
  }
  const drop = (from: string) => {
    if (drag?.isMoved && (drag.start !== minutesOf(drag.session.startingTime) || drag.column !== from)) onMove?.(drag)
    // The click that follows a drag must not open the session.
    setTimeout(() => setDrag(null))
  }
  const press = (event: KeyboardEvent<HTMLElement>, session: Session, column: string) => {
    if (!onMove || session.state !== 'scheduled' || event.ctrlKey || event.metaKey || event.altKey) return
    const own = keyed?.session.id === session.id ? keyed : null
    if (!own) {
      if (event.key.toLowerCase() !== 'm') return
      event.preventDefault()
      setKeyed({ session, column, start: minutesOf(session.startingTime) })
      return
    }
    const at = columns.findIndex(({ key }) => key === own.column)
    const aside = document.documentElement.dir === 'rtl' ? -1 : 1
    const sideways = { ArrowRight: aside, ArrowLeft: -aside }[event.key]
    const updown = { ArrowDown: step, ArrowUp: -step }[event.key]
    if (updown !== undefined) setKeyed({ ...own, start: movedStart(session, own.start + updown - minutesOf(session.startingTime)) })
    else if (sideways !== undefined)
      setKeyed({ ...own, column: columns[Math.min(Math.max(at + sideways, 0), columns.length - 1)]?.key ?? own.column })
    else if (event.key === 'Enter') {
      setKeyed(null)
      onMove(own)
    } else if (event.key === 'Escape') setKeyed(null)
    else return
    event.preventDefault()
  }

  return (
    <section className={css['board']} aria-label={t('title')} tabIndex={0}>
      <p className="hidden-text" role="status">
        {keyed && t('moving', { name: keyed.session.batchName, day: labelOf(keyed.column), time: timeOf(keyed.start) })}
      </p>
      <div
        className={css['grid']}
        style={{ '--columns': columns.length, '--hours': last - first, '--hour': `${hourHeight}px` } as CSSProperties}
      >
        <div className={css['corner']} />
        {columns.map((column) => (
          <div key={column.key} className={css['head']} data-now={column.now !== undefined}>
            <strong dir="auto">{column.label}</strong>
            {column.note && <span>{column.note}</span>}
            {column.closed && <span className={css['closed']}>{t('closed', { label: column.closed })}</span>}
            {column.away && <span className={css['closed']}>{t('away', { reason: column.away })}</span>}
          </div>
        ))}
        <div className={css['hours']} aria-hidden="true">
          {Array.from({ length: last - first }, (_, index) => (
            <span key={index}>{timeOf((first + index) * 60)}</span>
          ))}
        </div>
        {columns.map((column) => (
          <ol
            key={column.key}
            className={css['column']}
            data-column={column.key}
            data-closed={column.closed !== undefined || column.away !== undefined || column.works === null}
            aria-label={column.label}
          >
            {restOf(column.works, first, last).map(({ from, to }) => (
              <li
                key={from}
                className={css['rest']}
                aria-hidden="true"
                style={{ '--at': share(from - first * 60), '--span': share(to - from) } as CSSProperties}
              />
            ))}
            {besides(column.sessions).map(({ row, lane, lanes }) => (
              <li
                key={row.id}
                className={css['place']}
                style={
                  {
                    '--at': share(minutesOf(row.startingTime) - first * 60),
                    '--span': share(minutesOf(row.endingTime) - minutesOf(row.startingTime)),
                    '--lane': lane,
                    '--lanes': lanes,
                  } as CSSProperties
                }
              >
                <Link
                  to="/services/session"
                  search={{ id: row.id } as never}
                  draggable={false}
                  className={`${css['session']} ${surfaceClass(row.surface)}`}
                  data-off={row.state === 'cancelled'}
                  data-moving={moving?.session.id === row.id}
                  title={`${row.batchName}, ${row.startingTime}–${row.endingTime}, ${row.trainerName}`}
                  aria-description={onMove && row.state === 'scheduled' ? t('moveKey') : undefined}
                  onPointerDown={(event) => begin(event, row, column.key)}
                  onPointerMove={follow}
                  onPointerUp={() => drop(column.key)}
                  onPointerCancel={() => setDrag(null)}
                  onClick={(event) => drag?.isMoved && event.preventDefault()}
                  onKeyDown={(event) => press(event, row, column.key)}
                  onBlur={() => setKeyed(null)}
                >
                  <strong dir="auto">{row.batchName}</strong>
                  <span className="ltr">{`${row.startingTime}–${row.endingTime}`}</span>
                  <span dir="auto">{row.trainerName}</span>
                  <span>{t('seats', { booked: row.booked, capacity: row.capacity })}</span>
                  {isOutsideOf(column.works, row) && <span className={css['outside']}>{t('outside')}</span>}
                </Link>
              </li>
            ))}
            {moving && moving.column === column.key && (
              <li
                className={css['ghost']}
                aria-hidden="true"
                style={
                  {
                    '--at': share(moving.start - first * 60),
                    '--span': share(minutesOf(moving.session.endingTime) - minutesOf(moving.session.startingTime)),
                  } as CSSProperties
                }
              >
                <span className="ltr">{timeOf(moving.start)}</span>
              </li>
            )}
            {column.now !== undefined && minutesOf(column.now) >= first * 60 && minutesOf(column.now) <= last * 60 && (
              <li
                className={css['now']}
                data-ball={column === current}
                style={{ '--at': share(minutesOf(column.now) - first * 60) } as CSSProperties}
              >
                <span className="hidden-text">{t('now', { time: column.now })}</span>
              </li>
            )}
          </ol>
        ))}
      </div>
    </section>
  )
}
