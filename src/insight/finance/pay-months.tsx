import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { overviewQuery } from './overview.queries.ts'

/** What trainers cost in each of the last twelve months; nothing before there was any pay. */
export function PayMonths() {
  const t = useTranslations('finance.payMonths')
  const locale = useLocale()
  const { data } = useQuery(overviewQuery)
  const money = useMoney(data, true)
  const short = useDay({ month: 'short' })
  if (!data?.months.some(({ payroll, earned }) => payroll !== 0 || earned !== 0)) return null
  const units = (minor: number) => minor / 10 ** data.exponent
  const running = data.days.to.slice(0, 7)
  return (
    <SeriesChart
      title={t('title')}
      note={t('note')}
      exportName="trainer-pay-by-month"
      isStacked
      total={t('total')}
      series={[
        { key: 'payroll', name: t('payroll'), look: 'bar', tone: 'turf' },
        { key: 'earned', name: t('earned'), look: 'hatched', tone: 'neutral' },
      ]}
      points={data.months.map(({ month, payroll, earned }) => ({
        key: month,
        label: short(`${month}-01`),
        file: month,
        ...(month === running && { isOpen: true, note: t('to', { day: Number(data.days.to.slice(8)) }) }),
        link: { to: '/finance', search: { tab: 'payroll', ...(month === running ? {} : { month }) } },
        values: { payroll, earned },
      }))}
      write={money}
      short={(minor) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(units(minor))}
      csv={units}
      foot={<Formula text={t('formula')} asOf={data.asOf} />}
    />
  )
}
