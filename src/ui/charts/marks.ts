import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type MouseEvent } from 'react'

type Shown = { key: string; by: 'focus' | 'pointer' }

const middleOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** How much worse a mark in another row or column is than one straight ahead. */
const aside = 3

/** The mark that a key leads to from another one: the nearest on the screen in the arrow's direction, the first or the last. */
function markBy(key: string, from: Element, marks: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'Home') return marks[0]
  if (key === 'End') return marks.at(-1)
  const step = steps[key]
  if (!step) return undefined
  const here = middleOf(from)
  const ahead = marks.flatMap((mark) => {
    const { x, y } = middleOf(mark)
    const forward = (x - here.x) * step[0] + (y - here.y) * step[1]
    const sideways = Math.abs((x - here.x) * step[1]) + Math.abs((y - here.y) * step[0])
    // What lies more to the side than ahead is another row.
    return forward > 1 && sideways <= forward ? [{ mark, far: forward + aside * sideways }] : []
  })
  return ahead.toSorted((a, b) => a.far - b.far)[0]?.mark
}

/** Moves the focus from mark to mark by arrow keys, Home and End. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
  const marks = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-mark]')].filter((mark) => mark.checkVisibility())
  const next = markBy(event.key, event.target, marks)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/**
 * The marks of a chart: one tab stop with arrow keys between them, and which of them shows its card: the one under the
 * pointer, with the focus or tapped, until Escape or a tap elsewhere. A tap on a linked mark shows its card first;
 * the next one follows the link.
 * @param keys of all marks
 * @param entry the mark that Tab reaches first; by default the last, which in time is the latest
 */
export function useMarks(keys: readonly string[], entry: string | undefined = keys.at(-1)) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [last, setLast] = useState<string>()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (shown === null) return
    const hide = () => setShown(null)
    const close = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && hide()
    const leave = ({ target }: globalThis.PointerEvent) => !(target instanceof Element && target.closest('[data-mark]')) && hide()
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', leave)
    }
  }, [shown])
  const stop = last !== undefined && keys.includes(last) ? last : entry
  const isMouse = (event: PointerEvent) => event.pointerType !== 'touch'
  const mark = (key: string) => ({
    'data-mark': key,
    tabIndex: key === stop ? 0 : -1,
    onPointerEnter: (event: PointerEvent) => isMouse(event) && setShown({ key, by: 'pointer' }),
    onPointerLeave: (event: PointerEvent) => isMouse(event) && setShown(null),
    onPointerDownCapture: (event: PointerEvent) => {
      before.current = isMouse(event) ? key : (shown?.key ?? null)
    },
    onClickCapture: (event: MouseEvent) => {
      // A click by the keyboard has no pointer.
      if (event.detail === 0 || before.current === key) return
      event.preventDefault()
      event.stopPropagation()
      setShown({ key, by: 'pointer' })
    },
    onFocus: () => {
      setLast(key)
      setShown({ key, by: 'focus' })
    },
    onBlur: () => setShown(null),
  })
  return {
    /** The mark whose card is shown. */
    shown: shown?.key ?? null,
    /** The same unless it has the focus, since a screen reader then reads its name anyway. */
    tapped: shown?.by === 'pointer' ? shown.key : null,
    /** Props of the element around the marks. */
    around: { onKeyDown: moveByKey },
    mark,
  }
}

/** The inline size of an element in pixels; 0 until it is known. */
export function useRoom(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(0)
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined
    const watcher = new ResizeObserver(() => setRoom(element.clientWidth))
    watcher.observe(element)
    return () => watcher.disconnect()
  })
  return [room, watch]
}
