import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { progressQuery, vendorQuery } from '#api/queries.ts'
import { Failed, Page, Skeleton } from '#ui/page.tsx'
import { Security } from './security.tsx'
import { SetupTasks } from './setup-tasks.tsx'
import css from './setup.module.css'
import { VendorForm } from './vendor.form.tsx'

/** /setup: the percentage beside the five tasks, the profile with its public card, and security. */
export default function SetupPage() {
  const t = useTranslations('setup')
  const progress = useQuery(progressQuery)
  const vendor = useQuery(vendorQuery)
  return (
    <Page title={t('title')} lead={t('lead')}>
      {progress.data ? (
        <section className={css['progress']} aria-label={t('tasksLabel')}>
          <p className={css['percent']}>{t('percent', { percent: progress.data.percent })}</p>
          <SetupTasks progress={progress.data} />
        </section>
      ) : (
        <Skeleton rows={2} />
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
      <Security />
    </Page>
  )
}
