import { useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { BatchForm, type OneOff } from '#timetable/batches/batch.form.tsx'
import { PlacesQuestion } from '#timetable/enrolments/batch-places.tsx'
import { HallForm } from '#directory/halls/hall.form.tsx'
import type { Unchecked } from '#lib/addresses.ts'
import { isDay } from '#lib/days.ts'
import { Edit } from '#ui/edit.tsx'
import { Page } from '#ui/page.tsx'
import { ServiceForm } from '#directory/services/service.form.tsx'

const isTime = (value: unknown): value is string => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

/** The slot that the address names, if it names a day and its times. */
function onceOf({ day, from, to, trainer, hall }: Unchecked): OneOff | null {
  if (!isDay(day) || !isTime(from) || !isTime(to)) return null
  return {
    day,
    startingTime: from,
    endingTime: to,
    trainer: typeof trainer === 'string' ? trainer : '',
    hall: typeof hall === 'string' ? hall : null,
  }
}

/** /services/add and /services/edit: the service form; `?kind=batch|hall` the others (product 6). */
export default function ServicesFormPage() {
  const t = useTranslations()
  const search: Unchecked = useSearch({ strict: false })
  const { kind } = search
  const once = onceOf(search)
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/services/add' })
  const word = isNew ? 'new' : 'edit'
  if (kind === 'batch') {
    return (
      <Page title={t(`batches.${word}`)}>
        {isNew ? (
          <BatchForm row={null} once={once} placesQuestion={PlacesQuestion} />
        ) : (
          <Edit entity="batches" read={(id) => api.batches.get({ id })}>
            {(row) => <BatchForm row={row} placesQuestion={PlacesQuestion} />}
          </Edit>
        )}
      </Page>
    )
  }
  if (kind === 'hall') {
    return (
      <Page title={t(`halls.${word}`)}>
        {isNew ? (
          <HallForm row={null} />
        ) : (
          <Edit entity="halls" read={(id) => api.halls.get({ id })}>
            {(row) => <HallForm row={row} />}
          </Edit>
        )}
      </Page>
    )
  }
  return (
    <Page title={t(`services.${word}`)}>
      {isNew ? (
        <ServiceForm row={null} />
      ) : (
        <Edit entity="services" read={(id) => api.services.get({ id })}>
          {(row) => <ServiceForm row={row} />}
        </Edit>
      )}
    </Page>
  )
}
