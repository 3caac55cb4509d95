import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls the current one of several links or buttons into sight, where a narrow window shows only some of them in one line.
 * @param current changes with the current one; @returns the ref of the line
 */
export function useInSight<Line extends HTMLElement>(current: unknown): RefObject<Line | null> {
  const line = useRef<Line>(null)
  useEffect(() => {
    const { current: shown } = line
    if (shown && shown.scrollWidth > shown.clientWidth)
      shown.querySelector('[aria-current="page"], [aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return line
}
