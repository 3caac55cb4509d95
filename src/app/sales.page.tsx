import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { OpenBatchesLink } from '#insight/home/open-batches.tsx'
import { EnrolmentList } from '#timetable/enrolments/enrolment.list.tsx'
import { AddQuote, QuoteList } from '#money/quotes/quote.list.tsx'
import { RunList } from '#money/sales/billing-run.list.tsx'
import { SaleList } from '#money/sales/sale.list.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import NoAccess from './no-access.tsx'
import { CustomerList } from './customer-list.tsx'
import { useTabs } from './use-tabs.ts'

/** /sales opens on Subscriptions and links to the plan (product 2.20), or on the first tab that the role may see. */
export default function SalesPage() {
  const t = useTranslations('sales')
  const kit = useTranslations('ui')
  const customers = useTranslations('customers')
  const { label, tabs, current } = useTabs('/sales')
  const [canSell, mayPay] = [useMay('sales.sell'), useMay('sales.pay')]
  // Members who do the cash-up find it next to the audit report.
  const canCount = useMay('reports.closeDay')
  const canReport = useMay('reports.subscriptions')
  const [canAdd, canImport] = [useMay('customers.create'), useMay('imports.begin')]
  const canChoosePlan = useMay('plans.change')
  const more: MenuItem[] = [
    ...(current === 'customers' && canImport
      ? [{ key: 'import', label: customers('import.open'), place: { to: '/sales/import' } } as const]
      : []),
    ...(canReport ? [{ key: 'subscriptions', label: t('subscription'), place: { to: '/sales/subscription-report' } } as const] : []),
    ...(canCount ? [{ key: 'audit', label: t('audit'), place: { to: '/sales/audit-report' } } as const] : []),
    ...(canChoosePlan && current !== 'subscriptions' ? [{ key: 'plan', label: t('plan'), place: { to: '/plans' } } as const] : []),
  ]
  return (
    <Page
      title={t('title')}
      primary={
        <>
          {(current === 'sales' || current === 'subscriptions') && canSell && <AddLink to="/sales/add">{t('sell')}</AddLink>}
          {current === 'quotes' && <AddQuote />}
          {current === 'customers' && canAdd && <AddLink to="/sales/customer/add">{customers('add')}</AddLink>}
          {more.length > 0 && <Menu label={kit('more')} items={more} />}
        </>
      }
      actions={
        // The avatar's "Subscription" leads here.
        current === 'subscriptions' &&
        canChoosePlan && (
          <a className={buttonClass('quiet')} href="/plans">
            {t('plan')}
          </a>
        )
      }
    >
      {current ? (
        <Tabs look="section" label={label} current={current} tabs={tabs} />
      ) : (
        <NoAccess calls={['enrolments.list', 'sales.list']} />
      )}
      {current === 'subscriptions' && <EnrolmentList mayPay={mayPay} start={<OpenBatchesLink />} />}
      {current === 'customers' && <CustomerList />}
      {current === 'sales' && <SaleList />}
      {current === 'quotes' && <QuoteList />}
      {current === 'runs' && <RunList />}
    </Page>
  )
}
