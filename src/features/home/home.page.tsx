import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { progressQuery, vendorQuery } from '#api/queries.ts'
import { SetupTasks } from '#features/setup/setup-tasks.tsx'
import { setupTasks } from '#features/setup/setup.rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Page, Skeleton } from '#ui/page.tsx'
import css from './home.module.css'
import { Today } from './today.tsx'

/** /: the score line, today's lanes, and what setup still asks for (product 6). */
export default function HomePage() {
  const t = useTranslations('home')
  const format = useFormatter()
  const progress = useQuery(progressQuery)
  const vendor = useQuery(vendorQuery)
  const services = useQuery({ queryKey: ['services', 'count'], queryFn: () => api.services.list({ size: 1 }) })
  const trainers = useQuery({ queryKey: ['trainers', 'count'], queryFn: () => api.trainers.list({ size: 1 }) })
  const batches = useQuery({ queryKey: ['batches', 'open'], queryFn: () => api.batches.list({ size: 100, state: 'open' }) })
  const figures = [
    ['places', batches.data?.rows.reduce((sum, batch) => sum + batch.totalCandidates, 0)],
    ['batches', batches.data?.total],
    ['trainers', trainers.data?.total],
    ['services', services.data?.total],
  ] as const
  const timeZone = vendor.data?.timeZone ?? progress.data?.country.timeZones[0] ?? 'UTC'
  const isOpen = progress.data !== undefined && progress.data.percent < 100
  const done = progress.data ? setupTasks.filter((task) => progress.data[task]).length : 0
  return (
    <Page
      title={t('title')}
      lead={t('lead', { date: format.dateTime(new Date(), { dateStyle: 'full', timeZone }) })}
      actions={
        <>
          <Link className={buttonClass('outline')} to="/staff/add">
            {t('addTrainer')}
          </Link>
          <Link className={buttonClass('primary')} to="/services/add" search={{ kind: 'batch' } as never}>
            {t('addBatch')}
          </Link>
        </>
      }
    >
      <dl className={css['score']} aria-label={t('score.label')}>
        {figures.map(([name, value]) => (
          <div key={name} className={css['figure']}>
            <dt className={css['label']}>{t(`score.${name}`)}</dt>
            <dd className={css['number']}>{value === undefined ? '–' : format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={css['columns']} data-setup={isOpen}>
        <section className={css['section']}>
          <h2>{t('lanes.title')}</h2>
          {batches.isError ? (
            <Failed retry={() => void batches.refetch()} />
          ) : batches.data ? (
            <Today batches={batches.data.rows} timeZone={timeZone} />
          ) : (
            <Skeleton rows={3} />
          )}
        </section>
        {isOpen && progress.data && (
          <section className={`${css['section']} ${css['tasks']}`}>
            <h2>{t('setup.title', { count: done })}</h2>
            <SetupTasks progress={progress.data} />
          </section>
        )}
      </div>
    </Page>
  )
}
