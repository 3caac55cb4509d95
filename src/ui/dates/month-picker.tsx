import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { placeBelow } from '../place-below.ts'
import { useDay } from '../use-day.ts'
import css from './day-calendar.module.css'
import box from './day-box.module.css'
import { DateIcon } from './date-icon.tsx'
import { usePartName } from './use-part-name.ts'

/** Months in a row of the picker. */
const columns = 3

/** The months of a year; arrows move between them. */
function Months({ month, max, onPick }: { month: string; max: string; onPick: (month: string) => void }) {
  const t = useTranslations('dates')
  const part = usePartName()
  const name = useDay({ month: 'short' })
  const whole = useDay({ month: 'long', year: 'numeric' })
  const grid = useRef<HTMLDivElement>(null)
  const [year, setYear] = useState(Number(month.slice(0, 4)))
  const all = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  const firstTab = all.includes(month) ? month : (all.findLast((one) => one <= max) ?? '')
  const last = Number(max.slice(0, 4))
  const move = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? -1 : 1
    const step = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((one) => one === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }
  return (
    <div className={css['calendar']}>
      <div className={css['head']}>
        <button
          type="button"
          className={css['step']}
          aria-label={t('yearBefore')}
          onClick={() => setYear(year - 1)}
          disabled={year <= 2000}
        >
          <DateIcon name="back" />
        </button>
        <select aria-label={part('year')} value={year} onChange={({ target }) => setYear(Number(target.value))}>
          {Array.from({ length: last - 1999 }, (_, at) => (
            <option key={at}>{2000 + at}</option>
          ))}
        </select>
        <button type="button" className={css['step']} aria-label={t('yearAfter')} onClick={() => setYear(year + 1)} disabled={year >= last}>
          <DateIcon name="onward" />
        </button>
      </div>
      <div ref={grid} className={css['months']} role="group" aria-label={part('month')}>
        {all.map((one) => (
          <button
            key={one.slice(5)}
            type="button"
            className={css['day']}
            aria-label={whole(`${one}-01`)}
            aria-pressed={one === month}
            data-selected={one === month}
            data-disabled={one > max}
            disabled={one > max}
            autoFocus={one === firstTab}
            tabIndex={one === firstTab ? 0 : -1}
            onKeyDown={move}
            onClick={() => onPick(one)}
          >
            {name(`${one}-01`)}
          </button>
        ))}
      </div>
    </div>
  )
}

/**
 * A month that is picked: its name opens the months of its year.
 * @param month YYYY-MM
 * @param max the last month that can be picked, YYYY-MM
 * @param frame what its name is in, such as a heading, of which the months are no part
 */
export function MonthPicker({
  month,
  max,
  onChange,
  frame = (button) => button,
}: {
  month: string
  max: string
  onChange: (month: string) => void
  frame?: (button: ReactNode) => ReactNode
}) {
  const id = useId()
  const name = useDay({ month: 'long', year: 'numeric' })
  const popover = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Once the months are drawn, whose size decides the place.
  useLayoutEffect(() => {
    if (isOpen && popover.current && opener.current) placeBelow(popover.current, opener.current, 'start')
  }, [isOpen])
  return (
    <>
      {frame(
        <button ref={opener} type="button" className={css['named']} aria-haspopup="dialog" popoverTarget={id}>
          {name(`${month}-01`)}
          <DateIcon name="down" />
        </button>,
      )}
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name(`${month}-01`)}
        className={box['popover']}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Months
            month={month}
            max={max}
            onPick={(picked) => {
              popover.current?.hidePopover()
              onChange(picked)
            }}
          />
        )}
      </div>
    </>
  )
}
