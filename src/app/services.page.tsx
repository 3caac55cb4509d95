import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BatchList } from '#features/batches/batch.list.tsx'
import { HallList } from '#features/halls/hall.list.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { ServiceList } from '#features/services/service.list.tsx'

/** /services: what is taught, the batches and the halls; the tab lives in the URL. */
export default function ServicesPage() {
  const t = useTranslations()
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const current = tab === 'batches' || tab === 'halls' ? tab : 'services'
  const kind = { services: undefined, batches: 'batch', halls: 'hall' }[current]
  return (
    <Page
      title={t('services.title')}
      lead={t('services.lead')}
      actions={
        <Link className={buttonClass('primary')} to="/services/add" search={(kind ? { kind } : {}) as never}>
          {t(`${current}.add`)}
        </Link>
      }
    >
      <Tabs
        label={t('services.tabs.label')}
        current={current}
        tabs={(['services', 'batches', 'halls'] as const).map((id) => ({ id, label: t(`services.tabs.${id}`) }))}
      />
      {current === 'services' && <ServiceList />}
      {current === 'batches' && <BatchList />}
      {current === 'halls' && <HallList />}
    </Page>
  )
}
