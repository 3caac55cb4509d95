import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { useToday } from '#business/setup/here.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { lastDayOf } from '#lib/days.ts'
import { Formula } from '#ui/formula.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './batch-summary.module.css'

/** What the places of a batch earn in the running month, what is left of it, and what its free places would bring. */
export function BatchEarns({ batch }: { batch: Batch }) {
  const t = useTranslations('batches.earns')
  const price = useTranslations('batches.perUnit')
  const monthText = useDay({ month: 'long' })
  const month = useToday().slice(0, 7)
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  // The same as the Money tab shows for the running month.
  const query = useQuery({
    queryKey: ['finance', 'profit', days.from, days.to, 'batch', batch.id],
    queryFn: () => api.finance.profit({ ...days, batch: batch.id }),
  })
  const { data } = query
  const now = data?.total.now
  const money = useMoney(data)
  const column = useMoney(data, true)
  const free = Math.max(batch.totalCandidates - batch.enrolled, 0)
  return (
    <section className={css['part']} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {query.isError ? (
        <Failed retry={() => void query.refetch()} />
      ) : !now ? (
        <Skeleton rows={5} />
      ) : (
        <>
          <p className={css['figure']}>
            {money(now.net)} <small>{t('soFar', { month: monthText(days.from) })}</small>
          </p>
          <dl className={css['sums']}>
            <dt>{t('pay')}</dt>
            <dd>{column(0 - now.payroll - now.earned)}</dd>
            <dt>{t('costs')}</dt>
            <dd>{column(0 - now.commission - now.expenses)}</dd>
            <dt>
              <Link to="/services/batch" search={{ id: batch.id, tab: 'money' }}>
                {t('left')}
              </Link>
            </dt>
            <dd data-sum>{column(now.result)}</dd>
          </dl>
          {batch.enrolled > 0 && now.net !== 0 && (
            <p className={css['note']}>{t('each', { amount: money(Math.round(now.net / batch.enrolled)), count: batch.enrolled })}</p>
          )}
          {free > 0 && (
            <p className={css['note']}>{t('free', { free, amount: price(batch.priceUnit, { price: money(free * batch.price) }) })}</p>
          )}
          <Formula text={t('formula')} asOf={data.asOf} />
        </>
      )}
    </section>
  )
}
