import { Link } from '@tanstack/react-router'
import type { CSSProperties, MouseEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { pixelOf, type Band } from './axis.rules.ts'
import { isClosedHours, type LaidColumn } from './board.rules.ts'
import { isOutsideOf, minutesOf, restOf, timeOf } from './calendar.rules.ts'
import { ClosedBlock } from './closed-block.tsx'
import type { ClosedHours } from './closed.rules.ts'
import { openHere, SessionBlock } from './session-block.tsx'
import css from './session-board.module.css'
import type { Session } from './session.contract.ts'
import type { SessionMove, useSessionMove } from './use-session-move.ts'
import type { BoardSlot, useSlot } from './use-slot.ts'

/** The place of a stretch of minutes on the board. */
export type StyleOf = (from: number, to: number) => CSSProperties

type Slots = Pick<ReturnType<typeof useSlot>, 'slotOf' | 'columnBindings' | 'slotBindings'> & {
  /** The slot that is being drawn, or for which something is being added. */
  shown: BoardSlot | null
  /** Whether the keyboard reaches this column's slot first. */
  isFirst: boolean
  /** The id of the text that explains the keys. */
  keys: string
}

/** A dashed frame: a session on its way, or an empty slot. */
function Ghost({ from, to, styleOf, isSlot = false }: { from: number; to: number; styleOf: StyleOf; isSlot?: boolean }) {
  return (
    <li className={css['ghost']} aria-hidden="true" data-slot={isSlot || undefined} style={styleOf(from, to)}>
      <span className="ltr">{isSlot ? `${timeOf(from)}–${timeOf(to)}` : timeOf(from)}</span>
    </li>
  )
}

/** The empty slot that the keyboard moves: seen while it has the focus. */
function KeyboardSlot({ column, slots, styleOf }: { column: LaidColumn; slots: Slots; styleOf: StyleOf }) {
  const t = useTranslations('sessions.calendar')
  const { from, to } = slots.slotOf(column.key)
  return (
    <li className={css['place']} style={{ ...styleOf(from, to), '--lane': 0, '--wide': 1 }}>
      <button
        type="button"
        className={css['slot']}
        data-slot-of={column.key}
        tabIndex={slots.isFirst ? 0 : -1}
        aria-describedby={slots.keys}
        {...slots.slotBindings(column.key)}
      >
        <span className="hidden-text">{t('slot', { day: column.label, time: timeOf(from) })}</span>
        <span aria-hidden="true" className="ltr">{`+ ${timeOf(from)}`}</span>
      </button>
    </li>
  )
}

/** A column without sessions while others have some: a strip that opens it. */
function FoldedColumn({ column, onUnfold }: { column: LaidColumn; onUnfold: () => void }) {
  const t = useTranslations('sessions.calendar')
  const { hidden = 0, label } = column
  return (
    <li className={css['strip']}>
      <button type="button" onClick={onUnfold}>
        <span className="hidden-text">{t('showDay', { day: label })} </span>
        <span>{hidden > 0 ? t('cancelledShort', { count: hidden }) : t('none')}</span>
      </button>
    </li>
  )
}

/** One column of the board with its sessions and closed hours, the counts of those that do not fit, and the line of now. */
export function BoardColumnView({
  column,
  index,
  axis,
  styleOf,
  hasBall,
  moving,
  moveHint,
  bindingsOf,
  onOpen,
  openId,
  dayLink,
  slot,
  onUnfold,
  onClosed,
}: {
  column: LaidColumn
  index: number
  axis: readonly Band[]
  styleOf: StyleOf
  hasBall: boolean
  moving: SessionMove | null
  moveHint: string | undefined
  bindingsOf: (session: Session) => ReturnType<ReturnType<typeof useSessionMove>['bindingsOf']> & { wasDragged: () => boolean }
  onOpen: ((session: Session) => void) | undefined
  openId: string | undefined
  dayLink: Search | undefined
  slot: Slots | null
  onUnfold: () => void
  onClosed: ((closure: ClosedHours) => void) | undefined
}) {
  const t = useTranslations('sessions.calendar')
  const format = useFormatter()
  const last = axis.at(-1)?.to ?? 0
  const click = (event: MouseEvent, row: Session, wasDragged: () => boolean) => {
    if (wasDragged()) event.preventDefault()
    else openHere(event, row, onOpen)
  }
  const block = (row: Session) => {
    const { wasDragged, ...bindings } = bindingsOf(row)
    return (
      <SessionBlock
        session={row}
        isOutside={isOutsideOf(column.hours, row)}
        isOpen={openId === row.id}
        isMoving={moving?.session.id === row.id}
        hint={row.state === 'scheduled' ? moveHint : undefined}
        {...bindings}
        onClick={(event) => click(event, row, wasDragged)}
      />
    )
  }
  return (
    <ol
      className={css['column']}
      data-column={column.key}
      data-closed={column.closed !== undefined || column.away !== undefined || column.hours === null}
      data-folded={column.isFolded}
      data-rests={column.rests.length > 0}
      data-free={slot !== null && !column.isFolded}
      style={{ '--height': `${pixelOf(axis, last)}px`, gridColumn: index + 2 }}
      aria-label={column.label}
      {...(slot && !column.isFolded ? slot.columnBindings(column.key) : {})}
    >
      {restOf(column.hours, 0, last / 60).map(({ from, to }) => (
        <li key={from} className={css['rest']} aria-hidden="true" style={styleOf(from, to)} />
      ))}
      {column.isFolded && <FoldedColumn column={column} onUnfold={onUnfold} />}
      {slot && !column.isFolded && <KeyboardSlot column={column} slots={slot} styleOf={styleOf} />}
      {column.placed.map(({ row, lane, span, lanes, until }) => (
        <li
          key={row.id}
          className={css['place']}
          style={{ ...styleOf(minutesOf(row.startingTime), until), '--lane': lane / lanes, '--wide': span / lanes }}
        >
          {isClosedHours(row) ? <ClosedBlock closure={row} onOpen={onClosed} /> : block(row)}
        </li>
      ))}
      {column.rests.map(({ count, startingTime, endingTime }) => (
        <li key={startingTime} className={css['others']} style={styleOf(minutesOf(startingTime), minutesOf(endingTime))}>
          <Link to="." search={dayLink} aria-label={t('more', { count })}>
            <span className="ltr">+{format.number(count)}</span>
          </Link>
        </li>
      ))}
      {moving && moving.column === column.key && (
        <Ghost
          from={moving.start}
          to={moving.start + minutesOf(moving.session.endingTime) - minutesOf(moving.session.startingTime)}
          styleOf={styleOf}
        />
      )}
      {slot?.shown?.column === column.key && <Ghost from={slot.shown.from} to={slot.shown.to} styleOf={styleOf} isSlot />}
      {column.now !== undefined && (
        <li className={css['now']} data-ball={hasBall} style={styleOf(minutesOf(column.now), minutesOf(column.now))}>
          <span className="hidden-text">{t('now', { time: column.now })}</span>
        </li>
      )}
    </ol>
  )
}
