import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { DrawnMedia, phoneWindow } from '#ui/use-media.ts'
import { useRoot } from '#web/state.ts'

/** The sidebar collapses below 1000 px of window width and expands at and above it (spec 4). */
const wideWindow = '(width >= 1000px)'

function common(change: { isToggle?: boolean; isDrawer?: boolean }): void {
  useRoot.setState((state) => ({ commonState: { ...state.commonState, ...change } }))
}

/** Whether the sidebar is expanded. */
export function useIsWide(): boolean {
  const drawn = useContext(DrawnMedia)
  const isToggle = useRoot((state) => state.commonState.isToggle)
  return drawn?.(wideWindow) ?? isToggle
}

/** Expands or collapses the sidebar to fit the window; called before the first render, whose paint no effect can precede. */
export const fitSidebar = (): void => common({ isToggle: window.matchMedia(wideWindow).matches, isDrawer: false })

/** Makes the sidebar follow the window's width. */
export function useSidebarWidth(): void {
  useLayoutEffect(() => {
    const wide = window.matchMedia(wideWindow)
    const narrow = window.matchMedia(phoneWindow)
    fitSidebar()
    wide.addEventListener('change', fitSidebar)
    narrow.addEventListener('change', fitSidebar)
    return () => {
      wide.removeEventListener('change', fitSidebar)
      narrow.removeEventListener('change', fitSidebar)
    }
  }, [])
}

/**
 * The drawer of narrow windows: while it is open the page behind it is inert and the focus is inside;
 * closing it returns the focus to the button that opened it.
 */
export function useDrawer() {
  const isOpen = useRoot((state) => state.commonState.isDrawer)
  const opener = useRef<HTMLElement>(null)
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
      requestAnimationFrame(() => opener.current?.focus())
    }
    window.addEventListener('keydown', press)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', press)
    }
  }, [isOpen])
  return {
    isOpen,
    side,
    /** @param by the button that takes the focus again */
    open: (by: HTMLElement) => {
      opener.current = by
      common({ isDrawer: true })
    },
    close: (backToButton = true) => {
      common({ isDrawer: false })
      if (backToButton) requestAnimationFrame(() => opener.current?.focus())
    },
  }
}

/** Expands or collapses the sidebar by hand. */
export function toggleSidebar(): void {
  common({ isToggle: !useRoot.getState().commonState.isToggle })
}
