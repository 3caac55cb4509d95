import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { axisOf, pixelOf, type Band } from './axis.rules.ts'
import { BoardColumnView, type StyleOf } from './board-column.tsx'
import { BoardHead } from './board-head.tsx'
import { hoursWidth, layOut, trackOf, type BoardColumn } from './board.rules.ts'
import { minutesOf, timeOf } from './calendar.rules.ts'
import type { ClosedHours } from './closed.rules.ts'
import css from './session-board.module.css'
import type { Session } from './session.contract.ts'
import { useSessionMove, type SessionMove } from './use-session-move.ts'
import { useSlot, type BoardSlot } from './use-slot.ts'

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

/** The pixels that a board has for its columns; null before it was measured. */
function useColumnsWidth(board: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    if (!board.current) return
    const seen = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width) - hoursWidth))
    seen.observe(board.current)
    return () => seen.disconnect()
  }, [board])
  return width
}

/** The column with the hours, with the current time in place of the hour that it would cover. */
function Hours({ axis, now, styleOf }: { axis: readonly Band[]; now: string | undefined; styleOf: StyleOf }) {
  const line = now === undefined ? null : pixelOf(axis, minutesOf(now))
  // Within a fold, the line alone says it.
  const isShown = now !== undefined && !axis.some(({ from, to, isFolded }) => isFolded && minutesOf(now) >= from && minutesOf(now) < to)
  const isFree = (at: number) => line === null || !isShown || Math.abs(line - at - 8) > 16
  return (
    <div className={css['hours']} aria-hidden="true">
      {axis
        .filter(({ isFolded }) => !isFolded)
        .map(({ from, to, at }) => (
          <span key={from} style={styleOf(from, to)}>
            {isFree(at) && timeOf(from)}
          </span>
        ))}
      {isShown && (
        <b style={styleOf(minutesOf(now), minutesOf(now))}>
          <span className="ltr">{now}</span>
        </b>
      )}
    </div>
  )
}

/**
 * Hours down and columns across. A session is dragged, or moved by the keyboard after M; both call `onMove` with the same result.
 * @param onMove null where the member may not change sessions
 * @param dayLink the URL search that shows the sessions of a column which do not fit; without it all are shown
 * @param onOpen shows a session without leaving the board; without it, its link leads to its page
 * @param openId the session that is shown
 * @param onSlot null where nothing can be added
 * @param slot the slot for which something is being added
 * @param onClosed shows what can be done with closed hours; without it they are only shown
 */
export function SessionBoard({
  columns,
  onMove,
  dayLink,
  onOpen,
  openId,
  onSlot = null,
  slot = null,
  onClosed,
}: {
  columns: BoardColumn[]
  onMove: ((move: SessionMove) => void) | null
  dayLink?: ((key: string) => Search) | undefined
  onOpen?: ((session: Session) => void) | undefined
  openId?: string | undefined
  onSlot?: ((slot: BoardSlot) => void) | null
  slot?: BoardSlot | null
  onClosed?: ((closure: ClosedHours) => void) | undefined
}) {
  const t = useTranslations('sessions.calendar')
  const slotKeys = useId()
  const board = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<readonly number[]>([])
  const [openDays, setOpenDays] = useState<readonly string[]>([])
  const axis = axisOf(
    columns.flatMap(({ sessions }) => sessions),
    opened,
    columns.flatMap(({ closedHours = [] }) => closedHours),
  )
  const topOf = () => top.current?.getBoundingClientRect().top ?? 0
  const open = ({ from }: Band) => setOpened((known) => (known.includes(from) ? known : [...known, from]))
  const moves = useSessionMove(axis, columns, { topOf, open, onMove })
  const slots = useSlot(axis, { topOf, onSlot })
  useTodayInView(board)
  const laid = layOut(columns, dayLink !== undefined, openDays, useColumnsWidth(board))
  const styleOf = (from: number, to: number) => ({
    '--at': `${pixelOf(axis, from)}px`,
    '--span': `${pixelOf(axis, to) - pixelOf(axis, from)}px`,
  })
  // One ball marks the current day, even where every lane has the line.
  const current = columns.find(({ now }) => now !== undefined)
  const { keyed } = moves
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? ''
  // Folded days have no slots: the keyboard begins with today, or with the first day that is open.
  const unfolded = laid.filter(({ isFolded }) => !isFolded)
  const firstOpen = unfolded.find(({ key }) => key === current?.key) ?? unfolded[0]

  return (
    <section ref={board} className={css['board']} aria-label={t('title')} tabIndex={0}>
      <p className="hidden-text" role="status">
        {keyed && t('moving', { name: keyed.session.batchName, day: labelOf(keyed.column), time: timeOf(keyed.start) })}
      </p>
      {onSlot && (
        <p id={slotKeys} hidden>
          {t('slotKeys')}
        </p>
      )}
      <div className={css['grid']} style={{ gridTemplateColumns: `${hoursWidth}px ${laid.map(trackOf).join(' ')}` }}>
        <div className={css['corner']} />
        {laid.map((column) => (
          <BoardHead key={column.key} column={column} link={dayLink?.(column.key)} />
        ))}
        <div className={css['bands']} ref={top}>
          {axis.map((band) =>
            band.isFolded ? (
              <button
                key={band.from}
                type="button"
                className={css['fold']}
                aria-label={`${timeOf(band.from)}–${timeOf(band.to)} ${t('show')}`}
                style={styleOf(band.from, band.to)}
                onClick={() => {
                  open(band)
                  board.current?.focus()
                }}
              >
                <span>
                  <span className="ltr">{`${timeOf(band.from)}–${timeOf(band.to)}`}</span>
                </span>
              </button>
            ) : (
              <div key={band.from} className={css['hour']} style={styleOf(band.from, band.to)} aria-hidden="true" />
            ),
          )}
        </div>
        <Hours axis={axis} now={current?.now} styleOf={styleOf} />
        {laid.map((column, index) => (
          <BoardColumnView
            key={column.key}
            column={column}
            index={index}
            axis={axis}
            styleOf={styleOf}
            hasBall={column.key === current?.key}
            moving={moves.moving}
            moveHint={onMove ? t('moveKey') : undefined}
            bindingsOf={(session) => ({
              ...moves.bindingsOf(session, column.key),
              wasDragged: moves.wasDragged,
            })}
            onOpen={onOpen}
            openId={openId}
            dayLink={dayLink?.(column.key)}
            slot={onSlot && { ...slots, shown: slot ?? slots.drawn, isFirst: column === firstOpen, keys: slotKeys }}
            onClosed={onClosed}
            onUnfold={() => {
              setOpenDays([...openDays, column.key])
              board.current?.focus()
            }}
          />
        ))}
      </div>
    </section>
  )
}
