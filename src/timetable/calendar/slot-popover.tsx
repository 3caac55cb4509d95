import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { ClosureForm } from '#timetable/sessions/closure.form.tsx'
import type { CalendarSlot } from '#timetable/sessions/calendar.tsx'
import { TimeOffForm } from '#timetable/timeoff/timeoff.form.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Segments } from '#ui/segments.tsx'
import { useDay } from '#ui/use-day.ts'
import { useModal } from '#ui/use-modal.ts'
import { useMay } from './calendar.client.ts'
import { SlotSession } from './slot-session.tsx'
import css from './slot-popover.module.css'

/** Pixels between the slot and the popover, and between the popover and the window's edge. */
const [gap, edge] = [12, 8]

/** Where a popover fits next to a slot without covering it: after it, before it, else below or above; in a narrow window it is a sheet. */
function placeBeside(popover: HTMLElement): void {
  const slot = document.querySelector('[data-slot]')?.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  if (!slot || width + 2 * edge > window.innerWidth - gap) {
    popover.style.left = ''
    popover.style.top = ''
    return
  }
  const top = Math.min(Math.max(slot.top, edge), Math.max(window.innerHeight - height - edge, edge))
  const [right, left] = [slot.right + gap, slot.left - gap - width]
  const isRtl = document.documentElement.dir === 'rtl'
  const fits = (x: number) => x >= edge && x + width <= window.innerWidth - edge
  const x = (isRtl ? [left, right] : [right, left]).find(fits)
  const below = slot.bottom + gap + height <= window.innerHeight ? slot.bottom + gap : Math.max(slot.top - gap - height, edge)
  popover.style.left = `${x ?? Math.min(Math.max(slot.left, edge), window.innerWidth - width - edge)}px`
  popover.style.top = `${x === undefined ? below : top}px`
}

/** Places the popover when it opens and whenever its height changes, such as by a list of conflicts. */
function useBeside(popover: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const { current } = popover
    if (!current) return
    placeBeside(current)
    const seen = new ResizeObserver(() => placeBeside(current))
    seen.observe(current)
    return () => seen.disconnect()
  }, [popover])
}

type Kind = 'batch' | 'once' | 'block'

/** A batch of its own for one day: the form of a batch, filled from the slot. */
function Once({ slot: { day, startingTime, endingTime, trainer, hall } }: { slot: CalendarSlot }) {
  const t = useTranslations('calendar.add')
  return (
    <>
      <p className={css['text']}>{t('onceText')}</p>
      <Link
        className={buttonClass('primary')}
        to="/services/add"
        search={{ kind: 'batch', day, from: startingTime, to: endingTime, ...(trainer ? { trainer } : {}), ...(hall ? { hall } : {}) }}
      >
        {t('onceOpen')}
      </Link>
    </>
  )
}

function Frame({ day, onClose, children }: { day: string; onClose: () => void; children: ReactNode }) {
  const t = useTranslations('calendar.add')
  const dayText = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const dialog = useRef<HTMLDialogElement>(null)
  const isOutside = useRef(false)
  useModal(dialog)
  useBeside(dialog)
  const title = t('title', { day: dayText(day) })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it for the keyboard.
    <dialog
      ref={dialog}
      className={css['popover']}
      aria-label={title}
      onClose={onClose}
      // A press that began inside, such as one that selects a text, is no click outside.
      onPointerDown={({ target, currentTarget }) => {
        isOutside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => isOutside.current && target === currentTarget && onClose()}
    >
      <div className={css['inside']}>
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

/** What can be added in an empty slot of the calendar: a session of a batch, a batch for one day, closed hours or days off. */
export function SlotPopover({ slot, onClose }: { slot: CalendarSlot; onClose: () => void }) {
  const t = useTranslations('calendar.add')
  const [kind, setKind] = useState<Kind>('batch')
  const [isTimeOff, setTimeOff] = useState(false)
  const [mayClose, mayRest, mayCreate] = [useMay('closures.create'), useMay('timeOff.create'), useMay('batches.create')]
  const kinds: Kind[] = ['batch', ...(mayCreate ? ['once' as const] : []), ...(mayClose || mayRest ? ['block' as const] : [])]
  if (isTimeOff) return <TimeOffForm row={null} day={slot.day} trainer={slot.trainer ?? ''} onClose={onClose} />
  return (
    <Frame day={slot.day} onClose={onClose}>
      <Segments
        label={t('kind')}
        current={kind}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChoose={setKind}
      />
      {kind === 'batch' && <SlotSession slot={slot} onClose={onClose} />}
      {kind === 'once' && <Once slot={slot} />}
      {kind === 'block' && (
        <>
          <p className={css['text']}>{t('blockText')}</p>
          {mayRest && <Button onClick={() => setTimeOff(true)}>{t('timeOff')}</Button>}
          {mayClose && <ClosureForm proposed={slot} onClose={onClose} />}
        </>
      )}
    </Frame>
  )
}
