import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import { searchLimit } from '#lib/fields.ts'
import { Face } from '#ui/face.tsx'
import { Icon } from '#ui/icon.tsx'
import { useModal } from '#ui/use-modal.ts'
import { KeyCaps } from '../key-caps.tsx'
import { singleKeysAreOn } from '../single-keys.ts'
import type { PaletteOption } from './option.ts'
import css from './palette.module.css'
import { useOptions } from './use-options.ts'

type EntryProps = {
  option: PaletteOption
  id: string
  isCurrent: boolean
  ref: Ref<HTMLLIElement> | undefined
  onPoint: () => void
  onOpen: () => void
}

function Entry({ option, id, isCurrent, ref, onPoint, onOpen }: EntryProps) {
  const { label, note, kind, face, icon, keys } = option
  return (
    <li ref={ref} id={id} role="option" aria-selected={isCurrent} onPointerMove={onPoint} onClick={onOpen}>
      {face ? (
        <Face {...face} />
      ) : (
        <span className={css['icon']}>
          <Icon name={icon ?? ''} />
        </span>
      )}
      <span className={css['name']}>
        <bdi>{label}</bdi>
        {note && <span className={css['note']}>{note}</span>}
      </span>
      {kind && <span className={css['kind']}>{kind}</span>}
      {keys && singleKeysAreOn() && <KeyCaps keys={keys} />}
    </li>
  )
}

/** Closes a dialog when its backdrop is clicked: only then is the dialog itself the target. */
function useBackdrop(dialog: { current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const frame = dialog.current
    const outside = ({ target }: MouseEvent) => {
      if (target === frame) frame?.close()
    }
    frame?.addEventListener('click', outside)
    return () => frame?.removeEventListener('click', outside)
  }, [dialog])
}

/** Ctrl/⌘K: what to do, where to go and every record by a few letters; arrows move, Enter opens. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette')
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const chosen = useRef<HTMLLIElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  // By its id: what arrives later must not move the choice.
  const [at, setAt] = useState<string | null>(null)
  const { groups, isLooking } = useOptions(typed)
  const options = groups.flatMap((group) => group.options)
  const current = Math.max(
    options.findIndex(({ id }) => id === at),
    0,
  )
  const firstId = options[0]?.id
  if (at === null && firstId !== undefined) setAt(firstId)
  useModal(dialog)
  useBackdrop(dialog)
  const move = (next: number) => {
    setAt(options[next]?.id ?? null)
    requestAnimationFrame(() => chosen.current?.scrollIntoView({ block: 'nearest' }))
  }
  const open = (option: PaletteOption | undefined) => {
    if (!option) return
    onClose()
    const { act } = option
    if (typeof act === 'function') act()
    // /plans is outside the router.
    else if (act.to === '/plans') window.location.assign(act.to)
    else void navigate({ to: act.to, search: act.search ?? {}, ...(act.hash !== undefined && { hash: act.hash }) })
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
          setAt(null)
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
      <div className={css['options']} id={list} role="listbox" aria-label={t('label')} hidden={options.length === 0}>
        {groups.map((group) => (
          <ul key={group.id} role="group" aria-labelledby={`${list}-${group.id}`}>
            <li id={`${list}-${group.id}`} className={css['head']} role="presentation">
              {t(`groups.${group.id}`)}
            </li>
            {group.options.map((option) => {
              const index = options.indexOf(option)
              return (
                <Entry
                  key={option.id}
                  option={option}
                  id={`${list}-${index}`}
                  isCurrent={index === current}
                  ref={index === current ? chosen : undefined}
                  onPoint={() => setAt(option.id)}
                  onOpen={() => open(option)}
                />
              )
            })}
          </ul>
        ))}
      </div>
      <p className={options.length === 0 ? css['none'] : 'hidden-text'} role="status">
        {isLooking ? t('looking') : options.length === 0 ? t('none') : t('found', { count: options.length })}
      </p>
    </dialog>
  )
}
