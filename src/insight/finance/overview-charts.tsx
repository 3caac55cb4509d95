import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Place } from '#lib/addresses.ts'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { Waterfall } from '#ui/charts/waterfall.tsx'
import type { Overview } from './overview.contract.ts'

/** The two charts of the overview: a year of money in and out with the profit, and where the running month's sales went. */
export function OverviewCharts({ figures }: { figures: Overview }) {
  const t = useTranslations('finance.overview')
  const locale = useLocale()
  const money = useMoney(figures, true)
  const short = useDay({ month: 'short' })
  const days = useDays({ day: 'numeric', month: 'long' })
  const units = (minor: number) => minor / 10 ** figures.exponent
  const rounded = (minor: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: figures.currency, notation: 'compact', maximumFractionDigits: 1 }).format(
      units(minor),
    )
  const { now } = figures.profit
  const running = figures.days.to.slice(0, 7)
  const entriesOf = (account: 'revenue' | 'discount' | 'refund' | 'commission' | 'expense'): Place => ({
    to: '/finance',
    search: { tab: 'transactions', account },
  })
  return (
    <>
      <SeriesChart
        title={t('months.title')}
        note={t('months.note')}
        exportName="finance-months"
        few={6}
        series={[
          { key: 'in', name: t('moneyIn'), look: 'bar', tone: 'turf' },
          { key: 'out', name: t('moneyOut'), look: 'bar', tone: 'neutral' },
          { key: 'profit', name: t('profit'), look: 'line', tone: 'text' },
        ]}
        points={figures.months.map(({ month: key, moneyIn, moneyOut, profit }) => ({
          key,
          label: short(`${key}-01`),
          file: key,
          values: { in: moneyIn, out: moneyOut, profit },
          ...(key === running ? { isOpen: true, note: t('months.to', { day: Number(figures.days.to.slice(8)) }) } : {}),
          link: { to: '/finance', search: { tab: 'profit', ...(key === running ? {} : { month: key }) } },
        }))}
        write={money}
        short={rounded}
        csv={units}
      />
      <Waterfall
        title={t('waterfall.title')}
        note={t('waterfall.note', { days: days(figures.days.from, figures.days.to) })}
        exportName="finance-sales-to-profit"
        steps={[
          { key: 'sold', name: t('waterfall.sold'), amount: now.sold, kind: 'start', link: entriesOf('revenue') },
          {
            key: 'discounts',
            name: t('waterfall.discounts'),
            amount: -now.discounts,
            kind: 'change',
            link: entriesOf('discount'),
          },
          { key: 'refunds', name: t('waterfall.refunds'), amount: -now.refunds, kind: 'change', link: entriesOf('refund') },
          {
            key: 'deferred',
            name: t('waterfall.deferred'),
            amount: -now.deferred,
            kind: 'change',
            link: { to: '/finance', search: { tab: 'profit', by: 'batch' } },
          },
          {
            key: 'commission',
            name: t('waterfall.commission'),
            amount: -now.commission,
            kind: 'change',
            link: entriesOf('commission'),
          },
          {
            key: 'pay',
            name: t('waterfall.pay'),
            amount: -(now.payroll + now.earned),
            ...(now.earned === 0 ? { kind: 'change' as const } : { kind: 'pending' as const, pendingText: t('waterfall.notPosted') }),
            link: { to: '/finance', search: { tab: 'payroll' } },
          },
          { key: 'expenses', name: t('waterfall.expenses'), amount: -now.expenses, kind: 'change', link: entriesOf('expense') },
          { key: 'result', name: t('profit'), amount: now.result, kind: 'result', link: { to: '/finance', search: { tab: 'profit' } } },
        ]}
        write={money}
        short={rounded}
        csv={units}
      />
    </>
  )
}
