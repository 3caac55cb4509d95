import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page, Tabs } from '#ui/page.tsx'

const tabs = ['statement', 'transactions', 'payouts', 'invoices', 'expenses', 'profit', 'tax'] as const

/** /finance: says that nothing has moved while nothing was sold. */
export default function FinancePage() {
  const t = useTranslations('finance')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const current = tabs.find((known) => known === tab) ?? 'statement'
  return (
    <Page title={t('title')}>
      <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      <EmptyPage
        title={t(`empty.${current}.title`)}
        drawing={current === 'profit' ? 'table' : 'ledger'}
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('action')}
          </Link>
        }
      >
        <p>{t(`empty.${current}.text`)}</p>
      </EmptyPage>
    </Page>
  )
}
