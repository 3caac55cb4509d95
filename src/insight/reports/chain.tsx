import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './reports.client.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/surface.tsx'
import { useMoment } from '#ui/use-moment.ts'
import css from './reports.module.css'

/** Whether the money log and the ledger are intact: no row was changed or removed since it was written. */
export function ChainLine() {
  const t = useTranslations('reports.chain')
  const when = useMoment()
  // Checking a long chain takes time: once per visit, and on request.
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['chain'],
    queryFn: () => api.reports.chain(),
    staleTime: Infinity,
    retry: false,
  })
  const broken = data && (['events', 'entries'] as const).find((name) => data[name].brokenAt !== null)
  return (
    <div className={css['chain']} role="status">
      {isError ? (
        <Status tone="warn">{t('failed')}</Status>
      ) : (
        data && (
          <>
            <Status tone={broken ? 'warn' : 'good'}>
              {broken ? t(`broken.${broken}`, { place: data[broken].brokenAt ?? 0 }) : t('whole', { count: data.events.length })}
            </Status>
            <span className={css['note']}>
              {t('asOf', { when: when(data.asOf) })}
              {data.events.wholeAt && ` · ${t('wholeAt', { when: when(data.events.wholeAt) })}`}
            </span>
          </>
        )
      )}
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        {t('check')}
      </Button>
    </div>
  )
}
