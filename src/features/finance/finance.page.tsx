import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useRoot } from '#app/state.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { Statement } from './statement.tsx'
import { Transactions } from './transactions.tsx'
import { useMonth } from './use-month.ts'

const tabs = ['statement', 'transactions', 'payouts', 'invoices', 'expenses', 'profit', 'tax'] as const

/** /finance: the month's statement and the ledger behind it; what has no rows yet says so. */
export default function FinancePage() {
  const t = useTranslations('finance')
  const { tab, month: asked } = useSearch({ strict: false }) as { tab?: string; month?: string }
  const current = tabs.find((known) => known === tab) ?? 'statement'
  const month = useMonth()
  const role = useRoot((state) => state.auth.roles)
  const canKeep = role === null || role === 'owner' || role === 'accountant'
  return (
    <Page title={t('title')}>
      <Tabs
        label={t('tabs.label')}
        current={current}
        tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        {...(asked ? { keep: { month: asked } } : {})}
      />
      {current === 'statement' && <Statement month={month} canKeep={canKeep} />}
      {current === 'transactions' && <Transactions month={month} />}
      {current !== 'statement' && current !== 'transactions' && (
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
      )}
    </Page>
  )
}
