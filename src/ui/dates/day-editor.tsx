import { I18nProvider } from 'react-aria/I18nProvider'
import { useDateField, useDateSegment } from 'react-aria/useDateField'
import { useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { typedDay } from '#lib/typed-day.ts'
import { placeBelow } from '../place-below.ts'
import css from './day-box.module.css'
import { DateIcon } from './date-icon.tsx'
import type { DayBoxProps } from './day-box.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { useFieldsetDisabled } from './use-fieldset-disabled.ts'
import { dateOf, useTypedDay } from './use-typed-day.ts'

type Typed = ReturnType<typeof useTypedDay>

/** The day, the month, the year, or what is between them. */
function Segment({ segment, state }: { segment: Typed['state']['segments'][number]; state: Typed['state'] }) {
  const ref = useRef<HTMLSpanElement>(null)
  const { segmentProps } = useDateSegment(segment, state, ref)
  return (
    <span
      {...segmentProps}
      ref={ref}
      className={segment.type === 'literal' ? css['between'] : css['segment']}
      data-segment={segment.isEditable ? segment.type : undefined}
      data-empty={segment.isPlaceholder}
    >
      {segment.text}
    </span>
  )
}

/** The button with the calendar that it opens. */
function Picker({ typed, box, ...props }: DayBoxProps & { typed: Typed; box: React.RefObject<HTMLDivElement | null> }) {
  const t = useTranslations('dates')
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Once the month is drawn, whose size decides the place.
  useLayoutEffect(() => {
    if (isOpen && popover.current && box.current) placeBelow(popover.current, box.current, 'start')
  }, [isOpen, box])
  const pick = (day: string) => {
    popover.current?.hidePopover()
    typed.state.setValue(dateOf(day))
  }
  return (
    <>
      <button
        type="button"
        id={`${id}-open`}
        className={css['open']}
        aria-label={t('open')}
        aria-labelledby={`${id}-open ${props.labelledBy}`}
        aria-haspopup="dialog"
        disabled={props.isDisabled}
        popoverTarget={id}
        data-open
      >
        <DateIcon name="calendar" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={props.labelledBy}
        className={css['popover']}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <DayCalendar value={typed.text} min={props.min} max={props.max} labelledBy={props.labelledBy} onPick={pick} />}
      </div>
    </>
  )
}

function Editor(props: DayBoxProps) {
  const { id, name, labelledBy, describedBy, isInvalid = false, isBare = false, onLeave } = props
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const segments = useRef<HTMLSpanElement>(null)
  const isDisabled = useFieldsetDisabled(box) || (props.isDisabled ?? false)
  const typed = useTypedDay({ ...props, isDisabled })
  const { state, text, complete } = typed
  const { fieldProps } = useDateField(typed.props, state, segments)
  const { role: _role, 'aria-labelledby': _labelledBy, 'aria-describedby': _describedBy, id: _id, ...fieldEvents } = fieldProps
  const first = () => segments.current?.querySelector<HTMLElement>('[data-segment]')

  const press = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      box.current?.querySelector<HTMLElement>('[data-open]')?.click()
    } else if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.dataset['segment']) {
      event.preventDefault()
      complete()
      // After the form has the completed year.
      setTimeout(() => box.current?.closest('form')?.requestSubmit())
    }
  }
  const paste = (event: ClipboardEvent) => {
    const day = typedDay(event.clipboardData.getData('text'), locale, new Date().getFullYear())
    if (day === null || isDisabled) return
    event.preventDefault()
    state.setValue(dateOf(day))
  }
  const copy = (event: ClipboardEvent) => {
    if (dateOf(text) === null) return
    event.preventDefault()
    event.clipboardData.setData('text', text)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the group's parts have the focus, and their events reach it
    <div
      ref={box}
      id={id}
      className={css['box']}
      role="group"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      tabIndex={-1}
      data-name={name}
      data-value={text}
      data-min={props.min}
      data-max={props.max}
      data-bare={isBare}
      data-invalid={isInvalid}
      onFocus={(event) => {
        if (event.target === event.currentTarget) first()?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave?.()
      }}
      onKeyDownCapture={press}
      onPaste={paste}
      onCopy={copy}
    >
      <span
        {...fieldEvents}
        ref={segments}
        className={css['segments']}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && complete()}
      >
        {/* Digits of any keyboard are read only in a locale that states none. */}
        <I18nProvider locale={locale.replace(/-nu-\w+/, '')}>
          {state.segments.map((segment, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- segments have no other identity than their place
            <Segment key={at} segment={segment} state={state} />
          ))}
        </I18nProvider>
      </span>
      <Picker {...props} isDisabled={isDisabled} typed={typed} box={box} />
    </div>
  )
}

/** Edits a day: each of its parts is typed or stepped through with the arrows, a whole date can be pasted, and a calendar opens. */
export default function DayEditor(props: DayBoxProps) {
  return (
    <I18nProvider locale={useLocale()}>
      <Editor {...props} />
    </I18nProvider>
  )
}
