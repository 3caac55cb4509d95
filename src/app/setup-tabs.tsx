import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { Archives } from '#insight/archives/archives.tsx'
import { Failed, Page, Skeleton } from '#ui/page.tsx'
import { Preferences } from '#business/setup/setup-preferences.tsx'
import { Security } from './security.tsx'
import { SetupTasks } from '#insight/home/setup-tasks.tsx'
import css from '#business/setup/setup.module.css'
import { setupTasks } from '#business/setup/setup.rules.ts'
import { TaxSection } from '#business/ledger/tax.form.tsx'
import { PaymentDetailsSection } from '#money/sales/payment-details.form.tsx'
import { BillingSection } from '#timetable/enrolments/billing-rules.form.tsx'
import { EmptyPaySection } from '#money/payroll/empty-pay.form.tsx'
import { VendorForm } from '#business/setup/vendor.form.tsx'

/** The first tab of /setup: the percentage and the five tasks, the profile with its public card, tax, and security. */
export default function SetupPage({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('setup')
  const tasks = useTranslations('home.setup')
  const progress = useQuery(progressQuery)
  const vendor = useQuery(vendorQuery)
  return (
    <Page title={t('title')} lead={t('lead')}>
      {tabs}
      {progress.data ? (
        <section className={css['progress']} aria-label={tasks('tasksLabel')}>
          <div className={css['score']}>
            <p className={css['percent']}>{t('percent', { percent: progress.data.percent })}</p>
            <p className={css['note']}>{t('done', { count: setupTasks.filter((task) => progress.data[task]).length })}</p>
          </div>
          <SetupTasks progress={progress.data} />
        </section>
      ) : (
        <Skeleton rows={5} />
      )}
      {progress.isError || vendor.isError ? (
        <Failed
          retry={() => {
            void progress.refetch()
            void vendor.refetch()
          }}
        />
      ) : progress.data && vendor.data !== undefined ? (
        <VendorForm row={vendor.data} progress={progress.data} />
      ) : (
        <Skeleton />
      )}
      <div className={css['sections']}>
        <TaxSection />
        <BillingSection />
        <PaymentDetailsSection />
        <EmptyPaySection />
        <Archives />
        <Security />
        <Preferences />
      </div>
    </Page>
  )
}
