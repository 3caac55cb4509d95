import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { minuteAt, type Band } from './axis.rules.ts'
import type { BoardColumn } from './board.rules.ts'
import { minutesOf, movedStart, step } from './calendar.rules.ts'
import type { Session } from './session.contract.ts'

/** Where a session is being moved to: the column's key and its new start in minutes. */
export type SessionMove = { session: Session; column: string; start: number }

/** A session being dragged; `offset` is the distance in minutes from its start to the pointer. */
type Drag = SessionMove & { offset: number; fromX: number; fromY: number; isMoved: boolean }

/** Pixels that a pointer moves before it drags. */
const slack = 6

/** The column below a point of the window. */
function columnAt(x: number, y: number): string | undefined {
  return document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset['column'] !== undefined)?.dataset['column']
}

/**
 * Moves sessions by drag, or by keyboard after M; both end in the same call.
 * @param axis of the board @param topOf the board's top in the window
 * @param open opens the fold that the pointer drags over
 * @param onMove null where the member may not change sessions
 */
export function useSessionMove(
  axis: readonly Band[],
  columns: readonly BoardColumn[],
  { topOf, open, onMove }: { topOf: () => number; open: (fold: Band) => void; onMove: ((move: SessionMove) => void) | null },
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [keyed, setKeyed] = useState<SessionMove | null>(null)
  // The click that follows a drag must not open the session.
  const hasDragged = useRef(false)
  const startOf = (session: Session) => minutesOf(session.startingTime)

  const start = (event: PointerEvent<HTMLElement>, session: Session, column: string) => {
    hasDragged.current = false
    if (!onMove || event.button !== 0 || session.state !== 'scheduled') return
    event.currentTarget.setPointerCapture(event.pointerId)
    const offset = minuteAt(axis, event.clientY - topOf()) - startOf(session)
    setDrag({ session, column, start: startOf(session), offset, fromX: event.clientX, fromY: event.clientY, isMoved: false })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!drag) return
    const isMoved = drag.isMoved || Math.abs(event.clientX - drag.fromX) + Math.abs(event.clientY - drag.fromY) > slack
    if (!isMoved) return
    hasDragged.current = true
    const y = event.clientY - topOf()
    const fold = axis.find(({ at, height, isFolded }) => isFolded && y > at && y < at + height)
    if (fold) open(fold)
    const begins = movedStart(drag.session, minuteAt(axis, y) - drag.offset - startOf(drag.session))
    setDrag({ ...drag, isMoved, start: begins, column: columnAt(event.clientX, event.clientY) ?? drag.column })
  }
  const drop = (from: string) => {
    if (drag?.isMoved && (drag.start !== startOf(drag.session) || drag.column !== from)) onMove?.(drag)
    setDrag(null)
  }

  const stepOf = (own: SessionMove, key: string): SessionMove | null => {
    const at = columns.findIndex((column) => column.key === own.column)
    const aside = document.documentElement.dir === 'rtl' ? -1 : 1
    const sideways = { ArrowRight: aside, ArrowLeft: -aside }[key]
    const updown = { ArrowDown: step, ArrowUp: -step }[key]
    if (updown !== undefined) return { ...own, start: movedStart(own.session, own.start + updown - startOf(own.session)) }
    if (sideways === undefined) return null
    return { ...own, column: columns[Math.min(Math.max(at + sideways, 0), columns.length - 1)]?.key ?? own.column }
  }
  const press = (event: KeyboardEvent<HTMLElement>, session: Session, column: string) => {
    if (!onMove || session.state !== 'scheduled' || event.ctrlKey || event.metaKey || event.altKey) return
    const own = keyed?.session.id === session.id ? keyed : null
    if (!own) {
      if (event.key.toLowerCase() !== 'm') return
      event.preventDefault()
      setKeyed({ session, column, start: startOf(session) })
      return
    }
    const next = stepOf(own, event.key)
    if (next) setKeyed(next)
    else if (event.key === 'Enter') {
      setKeyed(null)
      onMove(own)
    } else if (event.key === 'Escape') setKeyed(null)
    else return
    event.preventDefault()
  }

  /** The handlers of a session's block. */
  const bindingsOf = (session: Session, column: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, session, column),
    onPointerMove: follow,
    onPointerUp: () => drop(column),
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, session, column),
    onBlur: () => setKeyed(null),
  })
  return { moving: drag?.isMoved ? drag : keyed, keyed, bindingsOf, wasDragged: () => hasDragged.current }
}
