import { useId, useRef, type ReactNode } from 'react'
import { useDay } from '../use-day.ts'
import css from './day-calendar.module.css'
import { DateIcon } from './date-icon.tsx'
import { MonthPopover } from './month-popover.tsx'
import type { MonthLimits } from './use-typed-month.ts'

/**
 * A month that is typed or picked: its name opens the months of its year.
 * @param month YYYY-MM
 * @param max the last month that can be chosen, YYYY-MM
 * @param frame what its name is in, such as a heading, of which the months are no part
 */
export function MonthPicker({ frame = (button) => button, ...limits }: MonthLimits & { frame?: (button: ReactNode) => ReactNode }) {
  const id = useId()
  const name = useDay({ month: 'long', year: 'numeric' })(`${limits.month}-01`)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      {frame(
        <button ref={opener} type="button" className={css['named']} aria-haspopup="dialog" popoverTarget={id}>
          {name}
          <DateIcon name="down" />
        </button>,
      )}
      <MonthPopover {...limits} id={id} anchor={opener} label={name} isTyped />
    </>
  )
}
