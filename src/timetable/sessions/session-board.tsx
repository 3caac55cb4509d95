import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { surfaceClass } from '#ui/surface.tsx'
import { axisOf, minuteAt, pixelOf } from './axis.rules.ts'
import css from './session-board.module.css'
import { capped, isOutsideOf, minutesOf, movedStart, restOf, step, timeOf } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

/** A column of the board: a day, a trainer or a hall. */
export type BoardColumn = {
  key: string
  label: string
  note?: string | undefined
  closed?: string | undefined
  /** In a trainer's column: why the trainer is away that day, and their working hours, null on a day off. */
  away?: string | undefined
  hours?: { startingTime: string; endingTime: string } | null
  now?: string | undefined
  sessions: Session[]
}

/** Where a session is being moved to: the column's key and its new start in minutes. */
export type SessionMove = { session: Session; column: string; start: number }

/** Pixels of a session next to others: the usual width, and the one for a week that would be too wide otherwise. */
const [laneWidth, tightLane] = [64, 52]

type Shown = BoardColumn & ReturnType<typeof capped<Session>> & { lane: number }

/** The number of sessions next to each other in a column. */
const lanesOf = ({ placed }: Shown) => Math.max(1, ...placed.map(({ lanes }) => lanes))

/** Whether a column has nothing to show while others do. */
const isNarrow = ({ sessions, closed, away }: Shown, all: readonly Shown[]) =>
  sessions.length === 0 && !closed && !away && all.some((other) => other.sessions.length > 0)

/** The minimum width of a column in pixels: a word for each session next to another, and the strip with the count of the rest. */
function leastWidth(column: Shown, all: readonly Shown[]): number {
  if (isNarrow(column, all)) return 44
  return Math.max(lanesOf(column) * column.lane + (column.rests.length > 0 ? 26 : 0), 96)
}

/** A column is as wide as its sessions need next to each other; an empty column leaves its space to the others. */
function widthOf(column: Shown, all: readonly Shown[]): string {
  const least = leastWidth(column, all)
  return isNarrow(column, all) ? `${least}px` : `minmax(${least}px, ${lanesOf(column)}fr)`
}

/** Pixels of the column with the hours. */
const hoursWidth = 52

/** Pixels for the days of a week in a window of 1,280 pixels. */
const weekWidth = 930

/**
 * A week's columns: three sessions next to each other per day, or two, or two narrow ones if the week were too wide;
 * the rest are counted.
 */
function cappedWeek(columns: readonly BoardColumn[]): Shown[] {
  const cap = (most: number, lane = laneWidth) => columns.map((column) => ({ ...column, ...capped(column.sessions, most), lane }))
  const fits = (week: Shown[]) => week.reduce((sum, column) => sum + leastWidth(column, week), 0) <= weekWidth
  return [cap(3), cap(2)].find(fits) ?? cap(2, tightLane)
}

type Drag = SessionMove & { fromX: number; fromY: number; isMoved: boolean }

/** Scrolls today's column into view once, in a window narrower than the week. */
function useTodayInView(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [frame, head] = [board.current?.getBoundingClientRect(), board.current?.querySelector('[data-now=true]')?.getBoundingClientRect()]
    if (!frame || !head || (head.left >= frame.left && head.right <= frame.right)) return
    board.current?.scrollBy(
      document.documentElement.dir === 'rtl' ? head.right - frame.right + hoursWidth : head.left - frame.left - hoursWidth,
      0,
    )
  }, [board])
}

/**
 * Hours down and columns across. A session is dragged, or moved by the keyboard after M; both call `onMove` with the same result.
 * @param onMove null where the member may not change sessions
 * @param dayLink the URL search that shows the sessions of a column which do not fit; without it all are shown
 */
export function SessionBoard({
  columns,
  onMove,
  dayLink,
}: {
  columns: BoardColumn[]
  onMove: ((move: SessionMove) => void) | null
  dayLink?: ((key: string) => Search) | undefined
}) {
  const t = useTranslations('sessions.calendar')
  const format = useFormatter()
  const board = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [keyed, setKeyed] = useState<SessionMove | null>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const axis = axisOf(
    columns.flatMap(({ sessions }) => sessions),
    opened,
  )
  useTodayInView(board)
  const [first, last] = [axis[0]?.from ?? 0, axis.at(-1)?.to ?? 0]
  const stretch = (from: number, to: number) => ({
    '--at': `${pixelOf(axis, from)}px`,
    '--span': `${pixelOf(axis, to) - pixelOf(axis, from)}px`,
  })
  const shown = dayLink
    ? cappedWeek(columns)
    : columns.map((column) => ({ ...column, ...capped(column.sessions, Infinity), lane: laneWidth }))
  const moving = drag?.isMoved ? drag : keyed
  // One ball marks the current day, even where every lane has the line.
  const current = columns.find(({ now }) => now !== undefined)
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? ''

  const startDrag = (event: PointerEvent<HTMLElement>, session: Session, column: string) => {
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
    const begins = minutesOf(drag.session.startingTime)
    const start = movedStart(drag.session, minuteAt(axis, pixelOf(axis, begins) + event.clientY - drag.fromY) - begins)
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
    <section ref={board} className={css['board']} aria-label={t('title')} tabIndex={0}>
      <p className="hidden-text" role="status">
        {keyed && t('moving', { name: keyed.session.batchName, day: labelOf(keyed.column), time: timeOf(keyed.start) })}
      </p>
      <div
        className={css['grid']}
        style={{ gridTemplateColumns: `${hoursWidth}px ${shown.map((column) => widthOf(column, shown)).join(' ')}` }}
      >
        <div className={css['corner']} />
        {shown.map((column) => (
          <div
            key={column.key}
            className={css['head']}
            data-now={column.now !== undefined}
            data-narrow={isNarrow(column, shown)}
            title={column.label}
          >
            <strong dir="auto">{column.label}</strong>
            {column.note && <span>{column.note}</span>}
            {column.closed && <span className={css['closed']}>{t('closed', { label: column.closed })}</span>}
            {column.away && <span className={css['closed']}>{t('away', { reason: column.away })}</span>}
          </div>
        ))}
        <div className={css['bands']}>
          {axis.map(({ from, to, isFolded }) =>
            isFolded ? (
              <button
                key={from}
                type="button"
                className={css['fold']}
                style={stretch(from, to)}
                onClick={() => {
                  setOpened([...opened, from])
                  board.current?.focus()
                }}
              >
                <span>
                  <span className="ltr">{`${timeOf(from)}–${timeOf(to)}`}</span> {t('show')}
                </span>
              </button>
            ) : (
              <div key={from} className={css['hour']} style={stretch(from, to)} aria-hidden="true" />
            ),
          )}
        </div>
        <div className={css['hours']} aria-hidden="true">
          {axis.map(({ from, to, isFolded }) => (
            <span key={from} style={stretch(from, to)}>
              {!isFolded && timeOf(from)}
            </span>
          ))}
        </div>
        {shown.map((column, index) => (
          <ol
            key={column.key}
            className={css['column']}
            data-column={column.key}
            data-closed={column.closed !== undefined || column.away !== undefined || column.hours === null}
            data-rests={column.rests.length > 0}
            style={{ '--height': `${pixelOf(axis, last)}px`, gridColumn: index + 2 }}
            aria-label={column.label}
          >
            {restOf(column.hours, first / 60, last / 60).map(({ from, to }) => (
              <li key={from} className={css['rest']} aria-hidden="true" style={stretch(from, to)} />
            ))}
            {column.placed.map(({ row, lane, span, lanes }) => (
              <li
                key={row.id}
                className={css['place']}
                style={{
                  ...stretch(minutesOf(row.startingTime), minutesOf(row.endingTime)),
                  '--lane': lane / lanes,
                  '--wide': span / lanes,
                }}
              >
                <Link
                  to="/services/session"
                  search={{ id: row.id }}
                  draggable={false}
                  className={`${css['session']} ${surfaceClass(row.surface)}`}
                  data-off={row.state === 'cancelled'}
                  data-moving={moving?.session.id === row.id}
                  title={`${row.batchName}, ${row.startingTime}–${row.endingTime}, ${row.trainerName}`}
                  aria-description={onMove && row.state === 'scheduled' ? t('moveKey') : undefined}
                  onPointerDown={(event) => startDrag(event, row, column.key)}
                  onPointerMove={follow}
                  onPointerUp={() => drop(column.key)}
                  onPointerCancel={() => setDrag(null)}
                  onClick={(event) => drag?.isMoved && event.preventDefault()}
                  onKeyDown={(event) => press(event, row, column.key)}
                  onBlur={() => setKeyed(null)}
                >
                  <strong dir="auto">{row.batchName}</strong>
                  <span className={`${css['time']} ltr`}>
                    {row.startingTime}
                    <span className={css['end']}>–{row.endingTime}</span>
                  </span>
                  <span>{t('seats', { booked: row.booked, capacity: row.capacity })}</span>
                  <span className={css['trainer']} dir="auto">
                    {row.trainerName}
                  </span>
                  {isOutsideOf(column.hours, row) && <span className={css['outside']}>{t('outside')}</span>}
                </Link>
              </li>
            ))}
            {column.rests.map(({ count, startingTime, endingTime }) => (
              <li key={startingTime} className={css['others']} style={stretch(minutesOf(startingTime), minutesOf(endingTime))}>
                <Link to="." search={dayLink?.(column.key)} aria-label={t('more', { count })}>
                  <span className="ltr">+{format.number(count)}</span>
                </Link>
              </li>
            ))}
            {moving && moving.column === column.key && (
              <li
                className={css['ghost']}
                aria-hidden="true"
                style={stretch(moving.start, moving.start + minutesOf(moving.session.endingTime) - minutesOf(moving.session.startingTime))}
              >
                <span className="ltr">{timeOf(moving.start)}</span>
              </li>
            )}
            {column.now !== undefined && minutesOf(column.now) >= first && minutesOf(column.now) <= last && (
              <li
                className={css['now']}
                data-ball={column.key === current?.key}
                style={stretch(minutesOf(column.now), minutesOf(column.now))}
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
