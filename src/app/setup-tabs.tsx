import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMayEach } from './app.client.ts'
import { allowedBy } from './sections.ts'
import type { CallName } from '#entrance/policy.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { useMay } from './app.client.ts'
import { Archives } from '#insight/archives/archives.tsx'
import { controlNamed } from '#ui/focus.ts'
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
import { VendorProfile } from '#business/setup/vendor-profile.tsx'

/** The sections of the page, with the call that a role needs to see each. */
const setupSections: readonly { hash: string; name: Section; call?: CallName }[] = [
  { hash: 'profile', name: 'profile' },
  { hash: 'tax', name: 'tax', call: 'setup.tax' },
  { hash: 'billing', name: 'billing', call: 'enrolments.billing' },
  { hash: 'payment-details', name: 'payment', call: 'sales.paymentDetails' },
  { hash: 'empty-pay', name: 'pay', call: 'payroll.emptyPay' },
  { hash: 'archives', name: 'export', call: 'archives.begin' },
  { hash: 'security', name: 'security' },
  { hash: 'preferences', name: 'preferences' },
]
type Section = 'profile' | 'tax' | 'billing' | 'payment' | 'pay' | 'export' | 'security' | 'preferences'

/** Scrolls to a section and focuses its first control, without adding to the history. */
function showSection(event: MouseEvent, hash: string): void {
  event.preventDefault()
  document.getElementById(hash)?.scrollIntoView()
  controlNamed(hash)?.focus({ preventScroll: true })
}

/** Links to the sections of the page, which stay in view. */
function SectionLinks() {
  const t = useTranslations('setup.sections')
  const may = useMayEach()
  return (
    <nav className={css['links']} aria-label={t('label')}>
      {setupSections.filter(allowedBy(may)).map(({ hash, name }) => (
        <a key={hash} href={`#${hash}`} onClick={(event) => showSection(event, hash)}>
          {t(name)}
        </a>
      ))}
    </nav>
  )
}

/**
 * The first tab of /setup: the percentage and the five tasks, the profile with its public card, tax, and security. A member who may
 * change nothing of the business reads what their role may see, and changes their own security and preferences.
 */
export default function SetupPage({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('setup')
  const tasks = useTranslations('home.setup')
  const progress = useQuery(progressQuery)
  const vendor = useQuery(vendorQuery)
  const canSetUp = useMay('setup.saveVendor')
  const Profile = canSetUp ? VendorForm : VendorProfile
  return (
    <Page title={t('title')} lead={t(canSetUp ? 'lead' : 'leadOwn')}>
      {tabs}
      <SectionLinks />
      {!canSetUp ? null : progress.data ? (
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
        <div id="profile" className={css['profile']}>
          <Profile row={vendor.data} progress={progress.data} />
        </div>
      ) : (
        <Skeleton />
      )}
      <div className={css['sections']}>
        <TaxSection />
        <BillingSection />
        <PaymentDetailsSection />
        <EmptyPaySection />
        <Archives />
        <div id="security" className={css['sections']}>
          <Security />
        </div>
        <Preferences />
      </div>
    </Page>
  )
}
