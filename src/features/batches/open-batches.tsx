import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { openBatchesQuery } from './batch.queries.ts'

/** The open batches, as Home and the empty pages read them. */
export function useOpenBatches() {
  return useQuery(openBatchesQuery)
}

/** How many batches are open and how many places they offer, as one true sentence. */
export function OpenBatchesFact() {
  const t = useTranslations('batches.ready')
  const { data } = useOpenBatches()
  if (!data) return null
  const places = data.rows.reduce((sum, { totalCandidates }) => sum + totalCandidates, 0)
  return <p>{data.total === 0 ? t('none') : t('some', { batches: data.rows.length, places })}</p>
}

/** The way to the batches; to a first one while there is none. */
export function OpenBatchesLink() {
  const t = useTranslations('batches')
  const { data } = useOpenBatches()
  return data?.total === 0 ? (
    <Link className={buttonClass('primary')} to="/services/add" search={{ kind: 'batch' } as never}>
      {t('add')}
    </Link>
  ) : (
    <Link className={buttonClass('primary')} to="/services" search={{ tab: 'batches' } as never}>
      {t('ready.link')}
    </Link>
  )
}
