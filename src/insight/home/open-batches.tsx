import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './home.client.ts'
import { todayQuery } from './home.queries.ts'
import { buttonClass } from '#ui/button.tsx'
import { AddLink } from '#ui/trial-over.tsx'

/** How many batches are open and how many places they offer, in one sentence. */
export function OpenBatchesFact() {
  const t = useTranslations('batches.ready')
  const canAdd = useMay('batches.create')
  const { data } = useQuery(todayQuery)
  if (!data) return null
  if (data.openBatches === 0) return <p>{t(canAdd ? 'none' : 'noneYet')}</p>
  return <p>{t('some', { batches: data.openBatches, places: data.places })}</p>
}

/** A link to the batches, or to add the first one, for a role that may. */
export function OpenBatchesLink() {
  const t = useTranslations('batches')
  const canAdd = useMay('batches.create')
  const { data } = useQuery(todayQuery)
  if (data?.openBatches !== 0)
    return (
      <Link className={buttonClass('primary')} to="/services" search={{ tab: 'batches' }}>
        {t('ready.link')}
      </Link>
    )
  return (
    canAdd && (
      <AddLink to="/services/add" search={{ kind: 'batch' }}>
        {t('add')}
      </AddLink>
    )
  )
}
