import { useId, useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Pill } from '../pill.tsx'
import box from './day-box.module.css'
import { DateIcon } from './date-icon.tsx'
import { MonthInput, MonthProblem } from './month-input.tsx'
import css from './month-input.module.css'
import { MonthPopover } from './month-popover.tsx'
import { useTypedMonth, type MonthLimits } from './use-typed-month.ts'

/**
 * A month outside a form, typed or picked. It applies with Enter, or when the field is left; until it is one within its limits,
 * what was typed stays, with what is wrong below it.
 */
export function MonthPill({ label, ...limits }: MonthLimits & { label: string }) {
  const t = useTranslations('dates')
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const typed = useTypedMonth(limits)
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return
    event.preventDefault()
    frame.current?.querySelector('button')?.click()
  }
  return (
    <span ref={frame} className={css['pill']}>
      <Pill name={label} control={id}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are the field's */}
        <span className={css['typed']} onKeyDown={press} onBlur={typed.take}>
          <MonthInput id={id} typed={typed} isBare aria-labelledby={`${id}-label`} />
        </span>
        <button
          type="button"
          id={`${id}-open`}
          className={`${box['open']} ${css['open']}`}
          aria-label={t('open')}
          aria-labelledby={`${id}-open ${id}-label`}
          aria-haspopup="dialog"
          popoverTarget={`${id}-months`}
        >
          <DateIcon name="calendar" />
        </button>
      </Pill>
      <MonthProblem id={id} typed={typed} />
      <MonthPopover {...limits} id={`${id}-months`} anchor={frame} label={label} />
    </span>
  )
}
