import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import { focusSoon } from '../focus.ts'
import shared from '../field.module.css'
import css from './day-box.module.css'
import { DateIcon } from './date-icon.tsx'

/** A day's editor outside and inside forms. */
export type DayBoxProps = {
  id: string
  name?: string
  /** YYYY-MM-DD, '' for none, or what has been typed of one. */
  value: string
  onChange: (value: string) => void
  /** Called when the focus leaves the whole box. */
  onLeave?: (() => void) | undefined
  /** The id of the label. */
  labelledBy: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isRequired?: boolean
  isDisabled?: boolean
  /** The first and last day that can be picked, YYYY-MM-DD. */
  min?: string | undefined
  max?: string | undefined
  /** Without a frame of its own, as in a pill. */
  isBare?: boolean
}

/** Should the editor fail to arrive, the browser's own field takes the date: what was typed into the form stays. */
const NativeDay = ({ id, name, value, onChange, onLeave, labelledBy, describedBy, isInvalid, isDisabled, min, max }: DayBoxProps) => (
  <input
    id={id}
    name={name}
    type="date"
    className={shared['input']}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    disabled={isDisabled}
    min={min}
    max={max}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

const DayEditor = lazy(() => import('./day-editor.tsx').catch(() => ({ default: NativeDay })))

/** The date as it will be in the editor, until that has loaded; the focus moves on to it. */
function DrawnDay({ id, value, labelledBy, isBare = false }: DayBoxProps) {
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      if (current === document.activeElement) focusSoon(id)
    }
  }, [id])
  const at = Date.parse(value)
  return (
    <div ref={box} id={id} className={css['box']} role="group" aria-labelledby={labelledBy} aria-busy tabIndex={0} data-bare={isBare}>
      <span className={css['segments']}>
        {Number.isNaN(at)
          ? ''
          : new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(at)}
      </span>
      <span className={css['open']}>
        <DateIcon name="calendar" />
      </span>
    </div>
  )
}

/** A day that is typed, pasted or picked, in the order, calendar and week of the business. Its editor loads when it is first shown. */
export function DayBox(props: DayBoxProps) {
  return (
    <Suspense fallback={<DrawnDay {...props} />}>
      <DayEditor {...props} />
    </Suspense>
  )
}
