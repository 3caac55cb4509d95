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
import { useInUse } from './use-in-use.ts'
import { useTabs } from './use-tabs.ts'

/** Few members open the report, so it loads on demand. */
const Occupancy = lazy(() => import('#insight/reports/occupancy.tsx'))

/** /services: the services, batches, calendar and halls; the tab is in the URL. */
export default function ServicesPage() {
  const t = useTranslations()
  const { label, tabs, current = 'batches' } = useTabs('/services')
  const noun = current === 'services' || current === 'halls' ? current : 'batches'
  const kind = ({ services: undefined, batches: 'batch', halls: 'hall' } as const)[noun]
  const canEdit = useMay('batches.update')
  const inUse = useInUse('hall', current === 'halls')
  return (
    <Page
      title={t('services.title')}
      lead={t('services.lead')}
      primary={
        canEdit && (
          <AddLink to="/services/add" search={kind ? { kind } : {}}>
            {t(`${noun}.add`)}
          </AddLink>
        )
      }
    >
      <Tabs look="section" label={label} current={current} tabs={tabs} />
      {current === 'services' && <ServiceList />}
      {current === 'batches' && <BatchList />}
      {current === 'calendar' && (
        <Calendar
          canEdit={canEdit}
          panel={(id, known, close) => <SessionPanel id={id} known={known} onClose={close} />}
          add={(slot, close) => <SlotPopover slot={slot} onClose={close} />}
        />
      )}
      {current === 'halls' && <HallList inUse={inUse} />}
      {current === 'occupancy' && (
        <Suspense fallback={<Skeleton />}>
          <Occupancy />
        </Suspense>
      )}
    </Page>
  )
}
