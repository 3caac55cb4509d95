import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { revenueQuery } from './home.queries.ts'
import { amountText } from '#lib/digits.ts'
import { moneyText } from '#lib/money.ts'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'

/** Twelve months of net revenue; nothing until something was sold. */
export function RevenueChart() {
  const t = useTranslations('home.revenue')
  const locale = useLocale()
  const day = useDay()
  const { data } = useQuery(revenueQuery)
  if (!data?.months.some(({ net }) => net !== 0)) return null
  const { currency, exponent } = data
  return (
    <SeriesChart
      title={t('title')}
      exportName="revenue"
      series={[{ key: 'net', name: t('measure', { currency }), look: 'bar', tone: 'turf' }]}
      points={data.months.map(({ month, net }, at) => ({
        key: month,
        label: day(`${month}-01`, { month: 'short' }),
        file: month,
        ...(at === data.months.length - 1 && { isOpen: true }),
        link: { to: '/finance', search: { month, tab: 'statement' } },
        values: { net },
      }))}
      write={(net) => moneyText(net, currency, exponent, locale, true)}
      short={(net) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(net / 10 ** exponent)}
      csv={(net) => amountText(net, exponent)}
      foot={<Formula text={t('formula')} asOf={data.asOf} />}
    />
  )
}
