import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { placeBelow } from '../place-below.ts'
import { useDay } from '../use-day.ts'
import css from './day-calendar.module.css'
import box from './day-box.module.css'
import { DateIcon } from './date-icon.tsx'
import { MonthInput, MonthProblem } from './month-input.tsx'
import { usePartName } from './use-part-name.ts'
import { firstMonth, useTypedMonth, type MonthLimits } from './use-typed-month.ts'

/** Months in a row. */
const columns = 3

/** The year, by itself and by its neighbours. */
function Year({ year, first, last, onYear }: { year: number; first: number; last: number; onYear: (year: number) => void }) {
  const t = useTranslations('dates')
  const part = usePartName()
  return (
    <div className={css['head']}>
      <button type="button" className={css['step']} aria-label={t('yearBefore')} onClick={() => onYear(year - 1)} disabled={year <= first}>
        <DateIcon name="back" />
      </button>
      <select aria-label={part('year')} value={year} onChange={({ target }) => onYear(Number(target.value))}>
        {Array.from({ length: last - first + 1 }, (_, at) => (
          <option key={at}>{first + at}</option>
        ))}
      </select>
      <button type="button" className={css['step']} aria-label={t('yearAfter')} onClick={() => onYear(year + 1)} disabled={year >= last}>
        <DateIcon name="onward" />
      </button>
    </div>
  )
}

/** The months of a year; arrows move between them. */
function Months({ year, month, min = firstMonth, max, onChange }: MonthLimits & { year: number }) {
  const part = usePartName()
  const name = useDay({ month: 'short' })
  const whole = useDay({ month: 'long', year: 'numeric' })
  const grid = useRef<HTMLDivElement>(null)
  const all = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)
  const isOutside = (one: string) => one < min || one > max
  const firstTab = all.includes(month) ? month : (all.findLast((one) => !isOutside(one)) ?? '')
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
    <div ref={grid} className={css['months']} role="group" aria-label={part('month')}>
      {all.map((one) => (
        <button
          key={one.slice(5)}
          type="button"
          className={css['day']}
          aria-label={whole(`${one}-01`)}
          aria-pressed={one === month}
          data-selected={one === month}
          data-disabled={isOutside(one)}
          disabled={isOutside(one)}
          autoFocus={one === firstTab}
          tabIndex={one === firstTab ? 0 : -1}
          onKeyDown={move}
          onClick={() => onChange(one)}
        >
          {name(`${one}-01`)}
        </button>
      ))}
    </div>
  )
}

/** A line to type a month into, above the months; letters and digits that are typed anywhere in the panel go there. */
function Panel({ isTyped, onDone, ...limits }: MonthLimits & { isTyped: boolean; onDone: () => void }) {
  const t = useTranslations('dates')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [year, setYear] = useState(Number(limits.month.slice(0, 4)))
  const typed = useTypedMonth(limits)
  const first = Number((limits.min ?? firstMonth).slice(0, 4))
  const write = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isText = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
    if (isText && target instanceof HTMLButtonElement) input.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of everything inside
    <div className={css['calendar']} onKeyDown={write}>
      {isTyped && (
        <>
          <MonthInput id={id} typed={typed} input={input} aria-label={t('typeMonth')} onTaken={onDone} />
          <MonthProblem id={id} typed={typed} />
        </>
      )}
      <Year year={year} first={first} last={Number(limits.max.slice(0, 4))} onYear={setYear} />
      <Months {...limits} year={year} />
    </div>
  )
}

/**
 * The months of a year in a popover, to pick or type one.
 * @param id what the button that opens it names as its popover
 * @param anchor what it opens below
 * @param isTyped whether it has a line to type into
 */
export function MonthPopover({
  id,
  anchor,
  label,
  isTyped = false,
  onChange,
  ...limits
}: MonthLimits & { id: string; anchor: RefObject<HTMLElement | null>; label: string; isTyped?: boolean }) {
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Once the months are drawn, whose size decides the place.
  useLayoutEffect(() => {
    if (isOpen && popover.current && anchor.current) placeBelow(popover.current, anchor.current, 'start')
  }, [isOpen, anchor])
  const close = () => popover.current?.hidePopover()
  return (
    <div
      ref={popover}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={box['popover']}
      onToggle={({ newState }) => setOpen(newState === 'open')}
    >
      {isOpen && (
        <Panel
          {...limits}
          isTyped={isTyped}
          onDone={close}
          onChange={(picked) => {
            close()
            onChange(picked)
          }}
        />
      )}
    </div>
  )
}
