import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMayEach } from './app.client.ts'
import type { Place } from '#lib/addresses.ts'
import { searchLimit } from '#lib/fields.ts'
import { useRecords, type PaletteOption } from './palette-records.ts'
import { useModal } from '#ui/use-modal.ts'
import css from './palette.module.css'
import { entries } from './sidebar-entries.ts'
import { screens } from './screens.ts'
import { titleKeyOf } from './titles.ts'

/** All pages, plus the reports and actions that the role may use. */
function usePlaces(): PaletteOption[] {
  const t = useTranslations()
  const may = useMayEach()
  const page = t('app.palette.page')
  const action = t('app.palette.action')
  /** An entry for a screen, by its title; false if the role may not make the screen's call. */
  const screen = (kind: string, place: Place, call = screens[place.to].call) => {
    const title = titleKeyOf(place.to, place.to === '/services/add' && place.search?.kind)
    return (!call || may(call)) && { id: title, label: t(title), kind, place }
  }
  const options: (PaletteOption | false)[] = [
    ...entries.map(([name, to]) => ({ id: to, label: t(`app.nav.${name}`), kind: page, place: { to } })),
    { id: 'calendar', label: t('app.palette.calendar'), kind: page, place: { to: '/services', search: { tab: 'calendar' } } },
    may('customers.list') && {
      id: 'customers',
      label: t('app.palette.customers'),
      kind: page,
      place: { to: '/sales', search: { tab: 'customers' } },
    },
    screen(page, { to: '/sales/audit-report' }),
    screen(page, { to: '/sales/subscription-report' }),
    screen(action, { to: '/services/add' }),
    screen(action, { to: '/services/add', search: { kind: 'hall' } }, 'halls.create'),
    screen(action, { to: '/staff/add' }),
    screen(action, { to: '/services/add', search: { kind: 'batch' } }, 'batches.create'),
    screen(action, { to: '/sales/customer/add' }),
    screen(action, { to: '/sales/quote/add' }),
    screen(action, { to: '/sales/import' }),
  ]
  return options.filter((option) => option !== false)
}

/** Ctrl/⌘K: pages, actions and records by a few letters; arrows move, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('app.palette')
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const chosen = useRef<HTMLLIElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { records, isLooking } = useRecords(typed)
  const words = typed.trim().toLocaleLowerCase()
  const options = [...usePlaces().filter(({ label }) => label.toLocaleLowerCase().includes(words)), ...records]
  const current = Math.min(at, Math.max(options.length - 1, 0))
  useModal(dialog)
  useEffect(() => {
    const frame = dialog.current
    // Only a click on the backdrop has the dialog itself as its target.
    const outside = ({ target }: MouseEvent) => {
      if (target === frame) frame?.close()
    }
    frame?.addEventListener('click', outside)
    return () => frame?.removeEventListener('click', outside)
  }, [])
  const move = (next: number) => {
    setAt(next)
    requestAnimationFrame(() => chosen.current?.scrollIntoView({ block: 'nearest' }))
  }
  const open = (option: PaletteOption | undefined) => {
    if (!option) return
    onClose()
    const { to, search = {} } = option.place
    void navigate({ to, search })
  }
  return (
    <dialog ref={dialog} className={css['palette']} aria-label={t('label')} onClose={onClose}>
      <input
        className={css['input']}
        autoFocus
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={options[current] ? `${list}-${current}` : undefined}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLimit}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            event.preventDefault()
            move((current + step + options.length) % Math.max(options.length, 1))
          } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault()
            open(options[current])
          }
        }}
      />
      <ul className={css['options']} id={list} role="listbox" aria-label={t('label')} hidden={options.length === 0}>
        {options.map((option, index) => (
          <li
            key={`${option.kind}${option.id}`}
            ref={index === current ? chosen : undefined}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setAt(index)}
            onClick={() => open(option)}
          >
            <span className={css['name']}>{option.label}</span>
            <span className={css['kind']}>{option.kind}</span>
          </li>
        ))}
      </ul>
      <p className={options.length === 0 ? css['none'] : 'hidden-text'} role="status">
        {isLooking ? t('looking') : options.length === 0 ? t('none') : t('found', { count: options.length })}
      </p>
    </dialog>
  )
}
