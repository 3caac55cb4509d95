import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State, Tabs } from '#ui/page.tsx'

const tabs = ['subscriptions', 'sales', 'customers', 'quotes'] as const

/** /sales opens on Subscriptions and links to the plan (product 2.20); what is true before the first enrolment. */
export default function SalesPage() {
  const t = useTranslations('sales')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const current = tabs.find((known) => known === tab) ?? 'subscriptions'
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <a className={buttonClass('quiet')} href="/plans">
            {t('plan')}
          </a>
          <Link className={buttonClass('outline')} to="/sales/audit-report">
            {t('audit')}
          </Link>
          <Link className={buttonClass('outline')} to="/sales/subscription-report">
            {t('subscription')}
          </Link>
        </>
      }
    >
      <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      <State
        title={t(`empty.${current}.title`)}
        text={t(`empty.${current}.text`)}
        action={
          <Link className={buttonClass('primary')} to="/services" search={{ tab: 'batches' } as never}>
            {t('openBatches')}
          </Link>
        }
      />
    </Page>
  )
}
