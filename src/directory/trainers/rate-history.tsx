import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './trainers.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import css from '#insight/finance/finance.module.css'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { useFigures } from '#business/ledger/use-money.ts'
import { rateState } from './rate.rules.ts'

/** What a trainer's session cost and will cost, the latest day first; nothing where the cost never changed. */
export function RateHistory({ trainer }: { trainer: string }) {
  const t = useTranslations('payroll.rates')
  const day = useDay()
  const when = useMoment()
  const { data: progress } = useQuery(progressQuery)
  const { cost } = useFigures(progress?.country)
  const { data } = useQuery({ queryKey: ['payroll', 'rates', trainer], queryFn: () => api.payroll.rates({ trainer }) })
  if (!data || data.rates.length < 2) return null
  return (
    <section className={css['scroll']} aria-label={t('title')} tabIndex={0}>
      <table className={css['entries']}>
        <caption>{t('title')}</caption>
        <thead>
          <tr>
            {(['from', 'cost', 'status', 'setAt'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rates.map((rate) => {
            const state = rateState(data.rates, rate, data.today)
            return (
              <tr key={`${rate.from} ${rate.setAt} ${rate.cost}`}>
                <td>{rate.from ? day(rate.from) : t('beginning')}</td>
                <td>{cost(rate.cost)}</td>
                <td>{state === 'past' ? '–' : <Status tone={state === 'current' ? 'good' : 'plain'}>{t(`states.${state}`)}</Status>}</td>
                <td>{when(rate.setAt)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
