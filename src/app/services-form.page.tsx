import { useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { BatchForm } from '#timetable/batches/batch.form.tsx'
import { PlacesQuestion } from '#timetable/enrolments/batch-places.tsx'
import { HallForm } from '#directory/halls/hall.form.tsx'
import { Edit } from '#ui/edit.tsx'
import { Page } from '#ui/page.tsx'
import { ServiceForm } from '#directory/services/service.form.tsx'

/** /services/add and /services/edit: the service form; `?kind=batch|hall` the others (product 6). */
export default function ServicesFormPage() {
  const t = useTranslations()
  const { kind } = useSearch({ strict: false })
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/services/add' })
  const word = isNew ? 'new' : 'edit'
  if (kind === 'batch') {
    return (
      <Page title={t(`batches.${word}`)}>
        {isNew ? (
          <BatchForm row={null} placesQuestion={PlacesQuestion} />
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
