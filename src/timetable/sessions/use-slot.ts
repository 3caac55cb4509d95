import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { minuteAt, type Band } from './axis.rules.ts'
import { step } from './calendar.rules.ts'

/** An empty stretch of a column, in minutes since midnight. */
export type BoardSlot = { column: string; from: number; to: number }

/** The minutes of a slot that was clicked, not drawn; the last minute at which a session may end. */
const [usualLength, latest] = [60, 24 * 60 - step]

/** How long a finger rests before it chooses a slot (milliseconds), and how far it may move meanwhile (pixels). */
const [longPress, slack] = [500, 8]

const snapped = (minute: number) => Math.min(Math.max(Math.floor(minute / step) * step, 0), latest - step)

/** A slot of a column that begins at a minute. */
const slotAt = (column: string, minute: number): BoardSlot => {
  const from = snapped(minute)
  return { column, from, to: Math.min(from + usualLength, latest) }
}

/** Whether a press lies on the column itself, not on a session or a button in it. */
const isEmptyPlace = ({ target }: PointerEvent) => target instanceof Element && target.closest('a, button') === null

/**
 * Chooses an empty slot: by a click or drag of the mouse, a long press of a finger, or Enter on the slot that the arrow keys move.
 * @param axis of the board @param topOf the board's top in the window
 * @param onSlot null where the member may not add anything
 */
export function useSlot(axis: readonly Band[], { topOf, onSlot }: { topOf: () => number; onSlot: ((slot: BoardSlot) => void) | null }) {
  const [drawn, setDrawn] = useState<(BoardSlot & { pressed: number }) | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const release = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => release, [])

  const start = (event: PointerEvent<HTMLElement>, column: string) => {
    if (!onSlot || event.button !== 0 || !isEmptyPlace(event)) return
    const slot = slotAt(column, minuteAt(axis, event.clientY - topOf()))
    if (event.pointerType === 'touch') {
      press.current = { timer: setTimeout(() => onSlot(slot), longPress), x: event.clientX, y: event.clientY }
      return
    }
    // The press would select the texts that it passes.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn({ ...slot, pressed: slot.from })
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { current } = press
    if (current && Math.abs(event.clientX - current.x) + Math.abs(event.clientY - current.y) > slack) release()
    if (!drawn) return
    const at = snapped(minuteAt(axis, event.clientY - topOf()))
    if (at === drawn.pressed) return
    setDrawn({ ...drawn, from: Math.min(at, drawn.pressed), to: Math.max(at, drawn.pressed) + step })
  }
  const finish = () => {
    release()
    if (drawn) onSlot?.({ column: drawn.column, from: drawn.from, to: drawn.to })
    setDrawn(null)
  }

  // The keyboard's slot begins at the first open hour.
  const first = axis.find(({ isFolded }) => !isFolded)?.from ?? 9 * 60
  const at = cursor ?? first
  const key = (event: KeyboardEvent<HTMLButtonElement>) => {
    const aside = document.documentElement.dir === 'rtl' ? -1 : 1
    const move = { ArrowDown: step, ArrowUp: -step, PageDown: 60, PageUp: -60 }[event.key]
    const sideways = { ArrowRight: aside, ArrowLeft: -aside }[event.key]
    if (move !== undefined) setCursor(snapped(at + move))
    else if (sideways !== undefined) {
      // Those of the days that are open.
      const slots = [...document.querySelectorAll<HTMLElement>('[data-slot-of]')]
      slots[slots.indexOf(event.currentTarget) + sideways]?.focus()
    } else return
    event.preventDefault()
  }

  return {
    drawn,
    /** The slot that the keyboard would choose in a column. */
    slotOf: (column: string) => slotAt(column, at),
    /** The handlers of a column, for mouse and touch. */
    columnBindings: (column: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, column),
      onPointerMove: follow,
      onPointerUp: finish,
      onPointerCancel: () => {
        release()
        setDrawn(null)
      },
      // A long press would open the browser's menu of texts.
      onContextMenu: (event: { preventDefault: () => void }) => press.current && event.preventDefault(),
    }),
    /** The handlers of the keyboard's slot in a column. */
    slotBindings: (column: string) => ({
      onClick: () => onSlot?.(slotAt(column, at)),
      onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => key(event),
    }),
  }
}
