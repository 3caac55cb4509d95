import { useEffect, useLayoutEffect, useRef } from 'react'
import { useRoot } from '#web/state.ts'

/** The sidebar collapses below 1000 px of window width and expands at and above it (spec 4). */
const wideWindow = '(width >= 1000px)'
/** Below this width the sidebar is a drawer (design, Space). */
const narrowWindow = '(width < 640px)'

const common = (change: { isToggle?: boolean; isDrawer?: boolean }) =>
  useRoot.setState((state) => ({ commonState: { ...state.commonState, ...change } }))

/** Makes the sidebar follow the window's width, before the first paint. */
export function useSidebarWidth(): void {
  useLayoutEffect(() => {
    const wide = window.matchMedia(wideWindow)
    const narrow = window.matchMedia(narrowWindow)
    const follow = () => common({ isToggle: wide.matches, isDrawer: false })
    follow()
    wide.addEventListener('change', follow)
    narrow.addEventListener('change', follow)
    return () => {
      wide.removeEventListener('change', follow)
      narrow.removeEventListener('change', follow)
    }
  }, [])
}

/**
 * The drawer of narrow windows: while it is open the page behind it is inert and the focus is inside;
 * closing it returns the focus to the button that opened it.
 */
export function useDrawer() {
  const isOpen = useRoot((state) => state.commonState.isDrawer)
  const button = useRef<HTMLButtonElement>(null)
  const side = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // An element that just became visible can't take the focus before its style has been applied.
    const frame = requestAnimationFrame(() => {
      const entry = side.current?.querySelector<HTMLElement>('[aria-current="page"]') ?? side.current?.querySelector<HTMLElement>('nav a')
      entry?.focus()
    })
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      common({ isDrawer: false })
      requestAnimationFrame(() => button.current?.focus())
    }
    window.addEventListener('keydown', press)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', press)
    }
  }, [isOpen])
  return {
    isOpen,
    button,
    side,
    open: () => common({ isDrawer: true }),
    close: (backToButton = true) => {
      common({ isDrawer: false })
      if (backToButton) requestAnimationFrame(() => button.current?.focus())
    },
  }
}

/** Expands or collapses the sidebar by hand. */
export function toggleSidebar(): void {
  common({ isToggle: !useRoot.getState().commonState.isToggle })
}
