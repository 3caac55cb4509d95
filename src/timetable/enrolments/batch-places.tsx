import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#web/client.ts'
import { isDay } from '#lib/days.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import css from '#ui/confirm.module.css'
import { useDay } from '#ui/use-day.ts'
import type { Batch, PlacesAnswer } from '#timetable/batches/batch.contract.ts'

type Asked = { row: Batch; endDate: string; onAnswer: (places: PlacesAnswer) => void; onClose: () => void }

/** Asks before a batch's end is saved what becomes of the people's places: a later one may carry them on, an earlier one ends them. */
function PlacesQuestion({ row, endDate, onAnswer, onClose }: Asked) {
  const t = useTranslations('batches.places')
  const day = useDay()
  const input = { batch: row.id, state: 'all', sort: 'endDate', direction: 'desc', size: 100 } as const
  const { data } = useQuery({ queryKey: ['enrolments', 'list', input], queryFn: () => api.enrolments.list(input) })
  const isLonger = endDate > row.endDate
  const stood = data?.rows.filter((place) =>
    isLonger
      ? place.endDate >= row.endDate && !place.cancelAtPeriodEnd && !['cancelled', 'expired'].includes(place.state)
      : place.endDate > endDate && ['active', 'frozen', 'pastDue'].includes(place.state),
  )
  const values = { count: stood?.length ?? 0, old: day(row.endDate), end: day(endDate) }
  return (
    <Dialog title={t(isLonger ? 'longer' : 'shorter', values)} onClose={onClose}>
      <p role="status">{stood && t(isLonger ? 'longerText' : 'shorterText', values)}</p>
      <div className={css['actions']}>
        <Button onClick={onClose}>{t('back')}</Button>
        <Button look={isLonger ? 'outline' : 'primary'} onClick={() => onAnswer('leave')}>
          {t(isLonger ? 'leave' : 'shorten')}
        </Button>
        {isLonger && (
          <Button look="primary" onClick={() => onAnswer('carry')}>
            {t('carry')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type Form = { values: { endDate: string }; isValid: boolean; onSubmit: (event: { preventDefault: () => void }) => void }

/**
 * A batch form that asks what becomes of the places where the end of an open batch is moved.
 * @param save saves the form with the answer
 * @returns the form to be drawn, and the question while it is asked
 */
export function usePlacesQuestion<One extends Form>(row: Batch | null, form: One, save: (places: PlacesAnswer) => void) {
  const [isAsked, setAsked] = useState(false)
  const { endDate } = form.values
  const isMoved = form.isValid && row?.state === 'open' && isDay(endDate) && endDate !== row.endDate
  const asking: One = {
    ...form,
    onSubmit(event) {
      if (!isMoved) return form.onSubmit(event)
      event.preventDefault()
      setAsked(true)
    },
  }
  const answer = (places: PlacesAnswer) => {
    setAsked(false)
    save(places)
  }
  const question = isAsked && row && <PlacesQuestion row={row} endDate={endDate} onAnswer={answer} onClose={() => setAsked(false)} />
  return { asking, question }
}
