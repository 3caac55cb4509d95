import { useEffect, useRef, type RefObject } from 'react'

/** How much of the one next to the current one is in sight too, in pixels: it shows that there are more. */
const peek = 24

/**
 * Scrolls the current one of several links or buttons into sight, where a narrow window shows only some of them in one line.
 * The line alone is scrolled, never the page with it.
 * @param current changes with the current one; @returns the ref of the line
 */
export function useInSight<Line extends HTMLElement>(current: unknown): RefObject<Line | null> {
  const line = useRef<Line>(null)
  useEffect(() => {
    const { current: shown } = line
    const chosen = shown?.querySelector('[aria-current="page"], [aria-pressed="true"]')
    if (!shown || !chosen || shown.scrollWidth <= shown.clientWidth) return
    const [frame, box] = [shown.getBoundingClientRect(), chosen.getBoundingClientRect()]
    if (box.left < frame.left) shown.scrollLeft -= frame.left - box.left + peek
    else if (box.right > frame.right) shown.scrollLeft += box.right - frame.right + peek
  }, [current])
  return line
}
