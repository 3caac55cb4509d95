import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { onOpenPalette } from './open-palette.ts'
import css from './shortcuts.module.css'

const Palette = lazy(() => import('./palette.tsx'))

const key = 'singleKeys'
const singleKeysAreOn = () => localStorage.getItem(key) !== 'off'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const keys = { palette: 'Ctrl K', search: '/', help: '?' }

function Help({ onClose }: { onClose: () => void }) {
  const t = useTranslations('app.shortcuts')
  const [isOn, setOn] = useState(singleKeysAreOn)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <dl className={css['keys']}>
        {(['palette', 'search', 'help'] as const).map((name) => (
          <div key={name}>
            <dt>
              <kbd className="ltr">{keys[name]}</kbd>
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      <label className={css['switch']}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            localStorage.setItem(key, event.target.checked ? 'on' : 'off')
            setOn(event.target.checked)
          }}
        />
        {t('single')}
      </label>
      <Button autoFocus onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}

/** Ctrl/⌘K opens the palette, `/` focuses the search, `?` lists the shortcuts; single keys can be switched off. */
export default function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  useEffect(() => {
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
  if (open === 'help') return <Help onClose={() => setOpen(null)} />
  return <Suspense>{open === 'palette' && <Palette onClose={() => setOpen(null)} />}</Suspense>
}
