import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ComponentType } from 'react'
import { addTexts } from './load-texts.ts'
import { useChords } from './palette/use-chords.ts'
import { onOpenPalette } from './palette/open-palette.ts'
import { remember } from './palette/recents.ts'
import { singleKeysAreOn } from './single-keys.ts'

/** Both name pages of every area, so their texts come along. */
const withTexts = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => Promise.all([load(), addTexts('screens')]).then(([part]) => part))
const Palette = withTexts(() => import('./palette/palette.tsx'))
const ShortcutsHelp = withTexts(() => import('./shortcuts-help.tsx'))

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Lets the palette offer again what is opened. */
function useRemembered(): void {
  const location = useRouterState({ select: ({ location: at }) => at })
  useEffect(() => remember(location.pathname, location.search), [location])
}

/** Ctrl/⌘K opens the palette, `/` focuses the search, `?` lists the shortcuts, two letters lead to a page; all but the first can be switched off. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const navigate = useNavigate()
  const chordOf = useChords()
  useRemembered()
  // Before paint: as soon as the page is visible, a key may be pressed.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !singleKeysAreOn()) return
      const chord = chordOf(event)
      if (chord) {
        // Some pages use the second letter as a shortcut.
        event.preventDefault()
        event.stopPropagation()
        if (chord !== 'begun') void navigate({ to: chord.to, search: chord.search ?? {} })
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('[data-search]')
        if (!search) return
        event.preventDefault()
        search.focus()
      } else if (event.key === '?') setOpen('help')
    }
    window.addEventListener('keydown', press, true)
    const stop = onOpenPalette(() => setOpen('palette'))
    return () => {
      window.removeEventListener('keydown', press, true)
      stop()
    }
  }, [chordOf, navigate])
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'help' && <ShortcutsHelp onClose={() => setOpen(null)} />}
    </Suspense>
  )
}
