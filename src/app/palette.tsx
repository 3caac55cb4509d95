import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { searchLimit } from '#lib/fields.ts'
import css from './shortcuts.module.css'
import { entries } from './sidebar.tsx'

type Option = { id: string; label: string; kind: string; to: string; search?: Record<string, string> }

/** The vendor's records whose names hold the typed words. */
function useRecords(typed: string): Option[] {
  const t = useTranslations('app.palette')
  const search = typed.trim()
  const { data = [] } = useQuery({
    queryKey: ['palette', search],
    enabled: search.length > 1,
    queryFn: async (): Promise<Option[]> => {
      const ask = { search, size: 5 }
      const [halls, trainers, batches] = await Promise.all([api.halls.list(ask), api.trainers.list(ask), api.batches.list(ask)])
      return [
        ...batches.rows.map(({ id, name }) => ({ id, label: name, kind: t('batch'), to: '/services/edit', search: { kind: 'batch', id } })),
        ...trainers.rows.map(({ id, Fname, Lname }) => ({
          id,
          label: `${Fname} ${Lname}`,
          kind: t('trainer'),
          to: '/staff/edit',
          search: { id },
        })),
        ...halls.rows.map(({ id, title }) => ({ id, label: title, kind: t('hall'), to: '/services/edit', search: { kind: 'hall', id } })),
      ]
    },
  })
  return data
}

/** Ctrl/⌘K: pages, actions and records by a few letters; arrows move, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('app')
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const pages: Option[] = entries.map(([name, to]) => ({ id: to, label: t(`nav.${name}`), kind: t('palette.page'), to }))
  const actions: Option[] = [
    { id: 'add-service', label: t('titles.servicesAdd'), kind: t('palette.action'), to: '/services/add' },
    { id: 'add-batch', label: t('palette.addBatch'), kind: t('palette.action'), to: '/services/add', search: { kind: 'batch' } },
    { id: 'add-hall', label: t('palette.addHall'), kind: t('palette.action'), to: '/services/add', search: { kind: 'hall' } },
    { id: 'add-trainer', label: t('titles.staffAdd'), kind: t('palette.action'), to: '/staff/add' },
  ]
  const words = typed.trim().toLocaleLowerCase()
  const options = [...[...pages, ...actions].filter(({ label }) => label.toLocaleLowerCase().includes(words)), ...useRecords(typed)]
  const current = Math.min(at, Math.max(options.length - 1, 0))
  const open = (option: Option | undefined) => {
    if (!option) return
    onClose()
    void navigate({ to: option.to, search: (option.search ?? {}) as never })
  }
  return (
    <dialog ref={dialog} className={css['palette']} aria-label={t('palette.label')} onClose={onClose}>
      <input
        className={css['input']}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={options[current] ? `${list}-${current}` : undefined}
        aria-label={t('palette.label')}
        placeholder={t('palette.placeholder')}
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
            setAt((current + step + options.length) % Math.max(options.length, 1))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            open(options[current])
          }
        }}
      />
      {options.length === 0 ? (
        <p className={css['none']} role="status">
          {t('palette.none')}
        </p>
      ) : (
        <ul className={css['options']} id={list} role="listbox" aria-label={t('palette.label')}>
          {options.map((option, index) => (
            <li
              key={`${option.kind}${option.id}`}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === current}
              onPointerMove={() => setAt(index)}
              onClick={() => open(option)}
            >
              <span>{option.label}</span>
              <span className={css['kind']}>{option.kind}</span>
            </li>
          ))}
        </ul>
      )}
    </dialog>
  )
}
