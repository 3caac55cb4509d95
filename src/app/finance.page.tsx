import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { BalanceTab } from '#insight/finance/balance.tsx'
import { DeliveredTab } from '#insight/finance/delivered.tsx'
import { Invoices } from '#insight/finance/invoices.tsx'
import { MonthEndTab } from '#insight/finance/month-end.tsx'
import { OverviewTab } from '#insight/finance/overview.tsx'
import { PayMonths } from '#insight/finance/pay-months.tsx'
import { ProfitTab } from '#insight/finance/profit.tsx'
import { StatementTab } from '#insight/finance/statement.tsx'
import { TaxTab } from '#insight/finance/tax.tsx'
import { Transactions } from '#insight/finance/transactions.tsx'
import { ExportsTab } from '#insight/journal/exports.tsx'
import { useMonth } from '#business/ledger/use-month.ts'
import { AccountsTab } from '#money/cashbook/accounts.tab.tsx'
import { Payouts } from '#money/payouts/payouts.tsx'
import { OwnPay } from '#money/payroll/own-pay.tsx'
import { Payroll } from '#money/payroll/payroll.tab.tsx'
import { ExpenseList } from '#money/expenses/expense.list.tsx'
import { RecurringExpenses } from '#money/expenses/recurring.tsx'
import { Page, Skeleton, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import NoAccess from './no-access.tsx'
import { useTabs } from './use-tabs.ts'

/** Bank lines load when an account is reconciled. */
const ReconcileAccount = lazy(() => import('#money/banking/reconcile-account.tsx'))

const Bank = (props: ComponentProps<typeof ReconcileAccount>) => (
  <Suspense fallback={<Skeleton />}>
    <ReconcileAccount {...props} />
  </Suspense>
)

/** /finance: how the business stands, its money, trainer pay and reports; a trainer sees only their own pay, the front desk the cash-up (product 4). */
export default function FinancePage() {
  const t = useTranslations('finance')
  const expenses = useTranslations('expenses')
  const { trainer } = useSearch({ strict: false })
  const { label, tabs, current: group, parts, part: current } = useTabs('/finance')
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
  const canSeeSubscriptions = useMay('reports.subscriptions')
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
      primary={current === 'expenses' && canSpend && <AddLink to="/finance/expense">{expenses('add')}</AddLink>}
      actions={
        canCount && (
          <AddLink look="outline" to="/sales/audit-report" search={{ tab: 'days', close: 'day' }}>
            {t('closeDay')}
          </AddLink>
        )
      }
    >
      {current ? (
        <>
          <Tabs look="section" label={label} current={group ?? current} tabs={tabs} keep={month.keep} />
          {group !== 'overview' && parts.length > 0 && (
            <Tabs
              look="sub"
              label={tabs.find(({ id }) => id === group)?.label ?? label}
              current={current}
              tabs={parts}
              keep={month.keep}
              first="overview"
            >
              {group === 'profit' && canSeeSubscriptions && <Link to="/sales/subscription-report">{t('tabs.subscriptions')}</Link>}
            </Tabs>
          )}
        </>
      ) : (
        <NoAccess calls={['finance.statement']} />
      )}
      {current === 'overview' && <OverviewTab />}
      {current === 'monthEnd' && <MonthEndTab canKeep={canKeep} />}
      {current === 'balance' && <BalanceTab />}
      {current === 'statement' && <StatementTab month={month} canKeep={canKeep} />}
      {current === 'transactions' && <Transactions month={month} />}
      {current === 'payroll' && (
        <>
          <Payroll month={payMonth} />
          {trainer === undefined && <PayMonths />}
        </>
      )}
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
      {current === 'accounts' && <AccountsTab month={month} bank={Bank} />}
      {current === 'exports' && <ExportsTab month={month} />}
      {current === 'payouts' && <Payouts />}
    </Page>
  )
}
