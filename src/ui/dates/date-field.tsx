import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isDay } from '#lib/days.ts'
import css from '../field.module.css'
import { describedBy, Notes, Optional } from '../field.tsx'
import { useDay } from '../use-day.ts'
import type { FieldBinding } from '../use-form.ts'
import { DayBox } from './day-box.tsx'

/**
 * A calendar day, typed or picked. Its label names a group of controls. The value is YYYY-MM-DD, '' for none, or what has been typed
 * so far; the rule reports an unfinished day, and the typed parts stay.
 * @param min the first day that can be picked; an earlier one that was typed is reported here
 */
export function DateField({
  field,
  label,
  hint,
  min,
  max,
}: {
  field: FieldBinding<string>
  label: string
  hint?: ReactNode
  min?: string
  max?: string
}) {
  const t = useTranslations('dates')
  const day = useDay()
  const [isLeft, setLeft] = useState(false)
  const { value } = field
  const isEarly = isDay(value) && isDay(min) && value < min
  const isLate = isDay(value) && isDay(max) && value > max
  const outside = isEarly ? t('early', { day: day(min) }) : isLate ? t('late', { day: day(max) }) : undefined
  const ownError = field.error === undefined && isLeft ? outside : undefined
  const error = field.error ?? ownError
  return (
    <div className={css['field']}>
      <div className={css['labelLine']}>
        <span id={`${field.id}-label`} className={css['label']} onClick={() => document.getElementById(field.id)?.focus()}>
          {label}
        </span>
        <Optional field={field} />
      </div>
      <DayBox
        id={field.id}
        name={field.name}
        value={value}
        labelledBy={`${field.id}-label`}
        describedBy={describedBy({ field: { id: field.id, error }, hint })}
        isInvalid={error !== undefined}
        isRequired={field.isOptional === false}
        min={min}
        max={max}
        onChange={(next) => {
          setLeft(false)
          field.onChange(next)
        }}
        onLeave={() => {
          setLeft(true)
          field.onBlur()
        }}
      />
      {ownError && (
        <p id={`${field.id}-error`} className={css['error']}>
          {ownError}
        </p>
      )}
      <Notes field={field} hint={hint} />
    </div>
  )
}
