import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import css from '#ui/confirm.module.css'
import { occupyingStates } from './enrolment.rules.ts'
import { useDay } from '#ui/use-day.ts'
import { ActEffects, useActEffects } from '#business/acts/act-effects.tsx'
import type { PlacesAsked } from '#timetable/batches/places-question.tsx'

/** Asks what happens to people's places before a batch's new end is saved: a later end may extend them, an earlier one ends them. */
export function PlacesQuestion({ row, endDate, onAnswer, onClose }: PlacesAsked) {
  const t = useTranslations('batches.places')
  const day = useDay()
  const input = { batch: row.id, state: 'all', sort: 'endDate', direction: 'desc', size: 100 } as const
  const { data } = useQuery({ queryKey: ['enrolments', 'list', input], queryFn: () => api.enrolments.list(input) })
  const isLonger = endDate > row.endDate
  const stood = data?.rows.filter((place) =>
    isLonger
      ? place.endDate >= row.endDate && !place.cancelAtPeriodEnd && !['cancelled', 'expired'].includes(place.state)
      : place.endDate > endDate && occupyingStates.includes(place.state),
  )
  const effects = useActEffects(
    ['batchDates', row.id, endDate],
    isLonger ? null : () => api.batches.effects({ id: row.id, act: 'batchDates', endDate }),
  )
  const leave = () => {
    if (effects.check()) onAnswer('leave', effects.decision)
  }
  const values = { count: stood?.length ?? 0, old: day(row.endDate), end: day(endDate) }
  return (
    <Dialog title={t(isLonger ? 'longer' : 'shorter', values)} onClose={onClose}>
      <p role="status">{stood && t(isLonger ? 'longerText' : 'shorterText', values)}</p>
      <ActEffects effects={effects} />
      <div className={css['actions']}>
        <Button onClick={onClose}>{t('back')}</Button>
        <Button look={isLonger ? 'outline' : 'primary'} isBusy={effects.isBusy} onClick={leave}>
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
