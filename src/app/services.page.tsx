import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { BatchList } from '#timetable/batches/batch.list.tsx'
import { HallList } from '#directory/halls/hall.list.tsx'
import { Calendar } from '#timetable/sessions/calendar.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { ServiceList } from '#directory/services/service.list.tsx'

const tabs = ['services', 'batches', 'calendar', 'halls'] as const

/** /services: the services, batches, calendar and halls; the tab is in the URL. */
export default function ServicesPage() {
  const t = useTranslations()
  const { tab } = useSearch({ strict: false })
  const may = {
    services: useMay('services.list'),
    batches: useMay('batches.list'),
    calendar: useMay('sessions.list'),
    halls: useMay('halls.list'),
  }
  const shown = tabs.filter((known) => may[known])
  const current = shown.find((known) => known === tab) ?? shown[0] ?? 'batches'
  const kind = ({ services: undefined, batches: 'batch', calendar: 'batch', halls: 'hall' } as const)[current]
  const canEdit = useMay('batches.update')
  return (
    <Page
      title={t('services.title')}
      lead={t('services.lead')}
      actions={
        canEdit && (
          <AddLink to="/services/add" search={kind ? { kind } : {}}>
            {t(`${current === 'calendar' ? 'batches' : current}.add`)}
          </AddLink>
        )
      }
    >
      <Tabs label={t('services.tabs.label')} current={current} tabs={shown.map((id) => ({ id, label: t(`services.tabs.${id}`) }))} />
      {current === 'services' && <ServiceList />}
      {current === 'batches' && <BatchList />}
      {current === 'calendar' && <Calendar canEdit={canEdit} />}
      {current === 'halls' && <HallList />}
    </Page>
  )
}
