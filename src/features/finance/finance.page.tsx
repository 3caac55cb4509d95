import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State, Tabs } from '#ui/page.tsx'

const tabs = ['statement', 'transactions', 'payouts', 'invoices', 'expenses', 'profit', 'tax'] as const

/** /finance: says that nothing has moved while nothing was sold. */
export default function FinancePage() {
  const t = useTranslations('finance')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('tabs.label')}
        current={tabs.find((known) => known === tab) ?? 'statement'}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
      />
      <State
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('action')}
          </Link>
        }
      />
    </Page>
  )
}
