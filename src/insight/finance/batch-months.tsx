import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './finance.client.ts'
import { useToday } from '#business/setup/here.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'

/** What a batch's places earned in each of the last twelve months, what its trainer cost, and the result; nothing before it has figures. */
export function BatchMonthsChart({ batch }: { batch: string }) {
  const t = useTranslations('finance.batch.months')
  const locale = useLocale()
  const today = useToday()
  const running = today.slice(0, 7)
  const { data } = useQuery({ queryKey: ['finance', 'batch-months', batch], queryFn: () => api.finance.batchMonths({ batch }) })
  const money = useMoney(data, true)
  const short = useDay({ month: 'short' })
  if (!data || data.months.length === 0) return null
  const units = (minor: number) => minor / 10 ** data.exponent
  return (
    <SeriesChart
      title={t('title')}
      note={t('note')}
      exportName="batch-months"
      few={6}
      series={[
        { key: 'net', name: t('net'), look: 'bar', tone: 'turf' },
        { key: 'pay', name: t('pay'), look: 'bar', tone: 'neutral' },
        { key: 'result', name: t('result'), look: 'line', tone: 'text' },
      ]}
      points={data.months.map(({ month, figures: { net, payroll, earned, result } }) => ({
        key: month,
        label: short(`${month}-01`),
        file: month,
        values: { net, pay: payroll + earned, result },
        ...(month === running && { isOpen: true, note: t('to', { day: Number(today.slice(8)) }) }),
        link: { to: '/services/batch', search: { id: batch, tab: 'money', ...(month === running ? {} : { month }) } },
      }))}
      write={money}
      short={(minor) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(units(minor))}
      csv={units}
      foot={<Formula text={t('formula')} asOf={data.asOf} />}
    />
  )
}
