import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { todayQuery } from './home.queries.ts'
import { buttonClass } from '#ui/button.tsx'
import { AddLink } from '#ui/trial-over.tsx'

/** How many batches are open and how many places they offer, in one sentence. */
export function OpenBatchesFact() {
  const t = useTranslations('batches.ready')
  const { data } = useQuery(todayQuery)
  if (!data) return null
  return <p>{data.openBatches === 0 ? t('none') : t('some', { batches: data.openBatches, places: data.places })}</p>
}

/** A link to the batches, or to add the first one. */
export function OpenBatchesLink() {
  const t = useTranslations('batches')
  const { data } = useQuery(todayQuery)
  return data?.openBatches === 0 ? (
    <AddLink to="/services/add" search={{ kind: 'batch' }}>
      {t('add')}
    </AddLink>
  ) : (
    <Link className={buttonClass('primary')} to="/services" search={{ tab: 'batches' }}>
      {t('ready.link')}
    </Link>
  )
}
