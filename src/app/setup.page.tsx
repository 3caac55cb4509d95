import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import SetupPage from './setup-tabs.tsx'
import { Page, Skeleton, Tabs } from '#ui/page.tsx'
import { useTabs } from './use-tabs.ts'

const Developers = lazy(() => import('#business/developers/developers.tsx'))

/** /setup: the business itself and, for owners, the API settings. */
export default function SetupArea() {
  const t = useTranslations('setup')
  const { label, tabs: all, current } = useTabs('/setup')
  const tabs = all.length > 1 && <Tabs look="section" label={label} current={current ?? 'setup'} tabs={all} />
  if (current !== 'developers') return <SetupPage tabs={tabs} />
  return (
    <Page title={t('title')}>
      {tabs}
      <Suspense fallback={<Skeleton />}>
        <Developers />
      </Suspense>
    </Page>
  )
}
