import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { BatchList } from '#timetable/batches/batch.list.tsx'
import { HallList } from '#directory/halls/hall.list.tsx'
import { SessionPanel } from '#timetable/calendar/session-panel.tsx'
import { SlotPopover } from '#timetable/calendar/slot-popover.tsx'
import { Calendar } from '#timetable/sessions/calendar.tsx'
import { Page, Skeleton, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { ServiceList } from '#directory/services/service.list.tsx'

const tabs = ['services', 'batches', 'calendar', 'halls', 'occupancy'] as const

/** Few members open the report, so it loads on demand. */
const Occupancy = lazy(() => import('#insight/reports/occupancy.tsx'))

/** /services: the services, batches, calendar and halls; the tab is in the URL. */
export default function ServicesPage() {
  const t = useTranslations()
  const { tab } = useSearch({ strict: false })
  const may = {
    services: useMay('services.list'),
    batches: useMay('batches.list'),
    calendar: useMay('sessions.list'),
    halls: useMay('halls.list'),
    occupancy: useMay('reports.occupancy'),
  }
  const shown = tabs.filter((known) => may[known])
  const current = shown.find((known) => known === tab) ?? shown[0] ?? 'batches'
  const kind = ({ services: undefined, batches: 'batch', calendar: 'batch', halls: 'hall', occupancy: 'batch' } as const)[current]
  const canEdit = useMay('batches.update')
  return (
    <Page
      title={t('services.title')}
      lead={t('services.lead')}
      actions={
        canEdit && (
          <AddLink to="/services/add" search={kind ? { kind } : {}}>
            {t(`${current === 'calendar' || current === 'occupancy' ? 'batches' : current}.add`)}
          </AddLink>
        )
      }
    >
      <Tabs label={t('services.tabs.label')} current={current} tabs={shown.map((id) => ({ id, label: t(`services.tabs.${id}`) }))} />
      {current === 'services' && <ServiceList />}
      {current === 'batches' && <BatchList />}
      {current === 'calendar' && (
        <Calendar
          canEdit={canEdit}
          panel={(id, known, close) => <SessionPanel id={id} known={known} onClose={close} />}
          add={(slot, close) => <SlotPopover slot={slot} onClose={close} />}
        />
      )}
      {current === 'halls' && <HallList />}
      {current === 'occupancy' && (
        <Suspense fallback={<Skeleton />}>
          <Occupancy />
        </Suspense>
      )}
    </Page>
  )
}
