import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './sales.client.ts'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import type { SaleDetail } from './sale.contract.ts'
import css from './sale-dialogs.module.css'
import { worthOf } from './sale.rules.ts'
import { useMoney } from '#business/ledger/use-money.ts'

/** Previews the effect of a refund as its amount is typed; shows nothing until the amount is one that the bill allows. */
export function RefundEffect({ sale, amount, releasesSeat }: { sale: SaleDetail; amount: number | string; releasesSeat: boolean }) {
  const t = useTranslations('sales.effect')
  const money = useMoney(sale, true)
  const day = useDay()
  const asked = useDebounced({ amount, releasesSeat }, 250)
  const isWhole = typeof asked.amount === 'number' && asked.amount > 0 && asked.amount <= worthOf(sale)
  const { data } = useQuery({
    // Not under the key of the sales: the effect of a completed refund is not queried again.
    queryKey: ['refundEffect', sale.id, sale.version, asked],
    queryFn: () => api.sales.refundEffect({ sale: sale.id, amount: Number(asked.amount), releasesSeat: asked.releasesSeat }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const amounts = data && (['paidBack', 'credited', 'tax', 'commission'] as const).filter((name) => name === 'paidBack' || data[name] > 0)
  const isOver = data?.limit != null && Number(asked.amount) > data.limit
  return (
    <section className={css['effect']} role="status" aria-label={t('label')}>
      <h3>{t('label')}</h3>
      {isWhole && data && (
        <>
          <dl>
            {amounts?.map((name) => (
              <div key={name}>
                <dt>{t(name)}</dt>
                <dd>{money(data[name])}</dd>
              </div>
            ))}
          </dl>
          {asked.releasesSeat && data.seats.length === 0 && <p>{t('noSeat')}</p>}
          {data.seats.map((seat) => (
            <p key={seat.enrolment}>{t('seat', { batch: seat.batchName, day: day(seat.endDate) })}</p>
          ))}
          {data.held > 0 && <p>{t('held', { count: data.held })}</p>}
          {data.limit !== null && <p data-over={isOver}>{t('limit', { limit: money(data.limit) })}</p>}
        </>
      )}
    </section>
  )
}
