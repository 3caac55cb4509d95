import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State, Tabs } from '#ui/page.tsx'

const tabs = ['customers', 'trainers', 'batches', 'business'] as const

/** /rankings: "not yet ranked" while no session was held. */
export default function RankingsPage() {
  const t = useTranslations('rankings')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('tabs.label')}
        current={tabs.find((known) => known === tab) ?? 'customers'}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
      />
      <State
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Link className={buttonClass('outline')} to="/services" search={{ tab: 'batches' } as never}>
            {t('action')}
          </Link>
        }
      />
    </Page>
  )
}
