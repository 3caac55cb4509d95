import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import SetupPage from './setup-tabs.tsx'
import { Page, Skeleton, Tabs } from '#ui/page.tsx'

const Developers = lazy(() => import('#business/developers/developers.tsx'))

/** /setup: the business itself and, for owners, the API settings. */
export default function SetupArea() {
  const t = useTranslations('setup')
  const developers = useTranslations('developers')
  const { tab } = useSearch({ strict: false })
  const canConnect = useMay('keys.list')
  const current = canConnect && tab === 'developers' ? 'developers' : 'setup'
  const tabs = canConnect && (
    <Tabs
      label={t('title')}
      current={current}
      tabs={[
        { id: 'setup', label: developers('tabs.setup') },
        { id: 'developers', label: developers('tabs.developers') },
      ]}
    />
  )
  if (current === 'setup') return <SetupPage tabs={tabs} />
  return (
    <Page title={t('title')}>
      {tabs}
      <Suspense fallback={<Skeleton />}>
        <Developers />
      </Suspense>
    </Page>
  )
}
