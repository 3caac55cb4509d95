import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { DeliveredTab } from '#insight/finance/delivered.tsx'
import { Invoices } from '#insight/finance/invoices.tsx'
import { ProfitTab } from '#insight/finance/profit.tsx'
import { StatementTab } from '#insight/finance/statement.tsx'
import { TaxTab } from '#insight/finance/tax.tsx'
import { Transactions } from '#insight/finance/transactions.tsx'
import { useMonth } from '#business/ledger/use-month.ts'
import { Payouts } from '#money/payouts/payouts.tsx'
import { OwnPay } from '#money/payroll/own-pay.tsx'
import { Payroll } from '#money/payroll/payroll.tab.tsx'
import { ExpenseList } from '#money/expenses/expense.list.tsx'
import { RecurringExpenses } from '#money/expenses/recurring.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { NoAccess } from './access.tsx'

const tabs = ['statement', 'transactions', 'payouts', 'invoices', 'expenses', 'payroll', 'profit', 'tax', 'delivered'] as const

/** /finance: the month's statement, ledger and trainer pay; a trainer sees only their own pay, the front desk the cash-up (product 4). */
export default function FinancePage() {
  const t = useTranslations('finance')
  const expenses = useTranslations('expenses')
  const { tab } = useSearch({ strict: false })
  const month = useMonth()
  const payMonth = useMonth(['month'])
  const own = useTranslations('payroll.own')
  const [canSee, canKeep, canSpend, hasPay] = [
    useMay('finance.statement'),
    useMay('finance.close'),
    useMay('expenses.create'),
    useMay('payroll.own'),
  ]
  const canCount = useMay('reports.closeDay')
  const current = canSee ? (tabs.find((known) => known === tab) ?? 'statement') : undefined
  if (!canSee && hasPay) {
    return (
      <Page title={own('title')}>
        <OwnPay month={payMonth} />
      </Page>
    )
  }
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {canCount && (
            <Link className={buttonClass('outline')} to="/sales/audit-report" search={{ tab: 'days', close: 'day' }}>
              {t('closeDay')}
            </Link>
          )}
          {current === 'expenses' && canSpend && <AddLink to="/finance/expense">{expenses('add')}</AddLink>}
        </>
      }
    >
      {current ? (
        <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} keep={month.keep} />
      ) : (
        <NoAccess calls={['finance.statement']} />
      )}
      {current === 'statement' && <StatementTab month={month} canKeep={canKeep} />}
      {current === 'transactions' && <Transactions month={month} />}
      {current === 'payroll' && <Payroll month={payMonth} />}
      {current === 'expenses' && (
        <>
          <ExpenseList />
          <RecurringExpenses />
        </>
      )}
      {current === 'invoices' && <Invoices />}
      {current === 'profit' && <ProfitTab month={month} />}
      {current === 'tax' && <TaxTab month={month} />}
      {current === 'delivered' && <DeliveredTab month={month} />}
      {current === 'payouts' && <Payouts />}
    </Page>
  )
}
