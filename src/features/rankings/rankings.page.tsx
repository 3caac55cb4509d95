import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { OpenBatchesFact, OpenBatchesLink } from '#features/batches/open-batches.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page, Tabs } from '#ui/page.tsx'

const tabs = ['customers', 'trainers', 'batches', 'business'] as const

/** /rankings: "not yet ranked" while no session was held. */
export default function RankingsPage() {
  const t = useTranslations('rankings')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const current = tabs.find((known) => known === tab) ?? 'customers'
  return (
    <Page title={t('title')}>
      <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      <EmptyPage title={t('empty.title')} drawing="table" action={<OpenBatchesLink />}>
        <p>{t(`empty.${current}`)}</p>
        <OpenBatchesFact />
      </EmptyPage>
    </Page>
  )
}
