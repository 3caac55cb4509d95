import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { describedBy, Labelled } from './field.tsx'
import css from './multi-select.module.css'
import type { FieldBinding } from './use-form.ts'

type Option = { value: string; label: string }

/** A multi-select: typing searches, arrows move, Enter selects, Backspace removes the last choice. */
export function MultiSelectField({
  field,
  label,
  hint,
  options,
  placeholder,
}: {
  field: FieldBinding<string[]>
  label: string
  hint?: ReactNode
  options: Option[]
  placeholder: string
}) {
  const t = useTranslations('lists')
  const ui = useTranslations('ui')
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const list = `${field.id}-options`
  const words = typed.trim().toLocaleLowerCase()
  const found = options.filter((option) => !field.value.includes(option.value) && option.label.toLocaleLowerCase().includes(words))
  const current = Math.min(Math.max(at, 0), Math.max(found.length - 1, 0))
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  const add = (option: Option | undefined) => {
    if (!option) return
    field.onChange([...field.value, option.value])
    setTyped('')
    setAt(-1)
  }
  const remove = (value: string) => field.onChange(field.value.filter((item) => item !== value))
  return (
    <Labelled field={field} label={label} hint={hint}>
      <div className={css['box']} data-invalid={Boolean(field.error)}>
        {field.value.map((value) => (
          <button
            key={value}
            type="button"
            className={css['chip']}
            aria-label={t('remove', { filter: labelOf(value) })}
            onClick={() => remove(value)}
          >
            {labelOf(value)} <span aria-hidden="true">×</span>
          </button>
        ))}
        <input
          id={field.id}
          name={field.name}
          className={css['input']}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found[current] ? `${list}-${current}` : undefined}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field, hint })}
          autoComplete="off"
          placeholder={field.value.length === 0 ? placeholder : ''}
          maxLength={40}
          value={typed}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => {
            setOpen(false)
            setTyped('')
            field.onBlur()
          }}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpen(true)
            setAt(-1)
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step !== undefined) {
              event.preventDefault()
              // The first arrow moves to the first option, which Enter would select anyway.
              setAt(at === -1 ? (step === 1 ? 0 : found.length - 1) : (current + step + found.length) % Math.max(found.length, 1))
              setOpen(true)
            } else if (event.key === 'Enter' && isOpen && found.length > 0) {
              event.preventDefault()
              add(found[current])
            } else if (event.key === 'Escape' && isOpen) {
              event.preventDefault()
              setOpen(false)
            } else if (event.key === 'Backspace' && typed === '' && field.value.length > 0) {
              field.onChange(field.value.slice(0, -1))
            }
          }}
        />
        {isOpen && found.length > 0 && (
          <ul id={list} className={css['options']} role="listbox" aria-label={ui('options')}>
            {found.map((option, index) => (
              <li
                key={option.value}
                id={`${list}-${index}`}
                role="option"
                aria-selected={false}
                data-active={index === current}
                // On pointerdown, before the field loses the focus, which would close the list.
                onPointerDown={(event) => {
                  event.preventDefault()
                  add(option)
                }}
              >
                {option.label}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Labelled>
  )
}
