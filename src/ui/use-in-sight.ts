import { useEffect, useRef, type RefObject } from 'react'

/** How much of the one next to the current one is in sight too, in pixels: it shows that there are more. */
const peek = 24

/** Scrolls a line until one of its links or buttons is in sight. */
function showIn(line: HTMLElement, one: Element): void {
  if (line.scrollWidth <= line.clientWidth) return
  const [frame, box] = [line.getBoundingClientRect(), one.getBoundingClientRect()]
  if (box.left < frame.left) line.scrollLeft -= frame.left - box.left + peek
  else if (box.right > frame.right) line.scrollLeft += box.right - frame.right + peek
}

/**
 * Scrolls the current one of several links or buttons into sight, where a narrow window shows only some of them in one line, and the one
 * that gets the focus: a browser is content with a part of it. The line alone is scrolled, never the page with it.
 * @param current changes with the current one; @returns the ref of the line
 */
export function useInSight<Line extends HTMLElement>(current: unknown): RefObject<Line | null> {
  const line = useRef<Line>(null)
  useEffect(() => {
    const { current: shown } = line
    const chosen = shown?.querySelector('[aria-current="page"], [aria-pressed="true"]')
    if (shown && chosen) showIn(shown, chosen)
  }, [current])
  useEffect(() => {
    const { current: shown } = line
    if (!shown) return
    const follow = ({ target }: FocusEvent) => target instanceof Element && target !== shown && showIn(shown, target)
    shown.addEventListener('focusin', follow)
    return () => shown.removeEventListener('focusin', follow)
  }, [])
  return line
}
