import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { onOpenPalette } from './open-palette.ts'
import { singleKeysAreOn } from './single-keys.ts'

const Palette = lazy(() => import('./palette.tsx'))
const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx'))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Ctrl/⌘K opens the palette, `/` focuses the search, `?` lists the shortcuts; single keys can be switched off. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  // Before paint: as soon as the page is visible, a key may be pressed.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !singleKeysAreOn()) return
      if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-search]')
        if (!search) return
        event.preventDefault()
        search.focus()
      } else if (event.key === '?') setOpen('help')
    }
    window.addEventListener('keydown', press)
    const stop = onOpenPalette(() => setOpen('palette'))
    return () => {
      window.removeEventListener('keydown', press)
      stop()
    }
  }, [])
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'help' && <ShortcutsHelp onClose={() => setOpen(null)} />}
    </Suspense>
  )
}
