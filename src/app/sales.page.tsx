import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { OpenBatchesFact, OpenBatchesLink } from '#features/batches/open-batches.tsx'
import { CustomerList } from '#features/customers/customer.list.tsx'
import { EnrolmentList } from '#features/enrolments/enrolment.list.tsx'
import { SaleList } from '#features/sales/sale.list.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page, Tabs } from '#ui/page.tsx'
import { useCanSell } from './use-can-edit.ts'

const tabs = ['subscriptions', 'sales', 'customers', 'quotes'] as const

/** /sales opens on Subscriptions and links to the plan (product 2.20). */
export default function SalesPage() {
  const t = useTranslations('sales')
  const customers = useTranslations('customers')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const canSell = useCanSell()
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
          {(current === 'sales' || current === 'subscriptions') && canSell && (
            <Link className={buttonClass('primary')} to="/sales/add">
              {t('sell')}
            </Link>
          )}
          {current === 'customers' && (
            <>
              <Link className={buttonClass('outline')} to="/sales/import">
                {customers('import.open')}
              </Link>
              <Link className={buttonClass('primary')} to="/sales/customer/add">
                {customers('add')}
              </Link>
            </>
          )}
        </>
      }
    >
      <Tabs label={t('tabs.label')} current={current} tabs={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))} />
      {current === 'subscriptions' && <EnrolmentList />}
      {current === 'customers' && <CustomerList />}
      {current === 'sales' && <SaleList />}
      {current === 'quotes' && (
        <EmptyPage title={t('empty.quotes.title')} drawing="ledger" action={<OpenBatchesLink />}>
          <p>{t('empty.quotes.text')}</p>
          <OpenBatchesFact />
        </EmptyPage>
      )}
    </Page>
  )
}
