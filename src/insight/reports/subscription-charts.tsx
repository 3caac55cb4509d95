import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Search } from '#lib/addresses.ts'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { useDay } from '#ui/use-day.ts'
import { Waterfall, type WaterfallStep } from '#ui/charts/waterfall.tsx'
import { figurePlace } from './figure-place.ts'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import { isLeaving, revenueFigures, type RevenueFigure } from './subscription.rules.ts'
import css from './subscription-charts.module.css'

type Props = { report: Subscriptions; row: Movement; base: Search; of: string | undefined }

/** The picture of the report: MRR by month, and how one month's opening MRR became its closing one (product 6). */
export function SubscriptionCharts({ report, row, base, of }: Props) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const money = useMoney(report, true)
  const brief = useDay(report.totals.length > 12 ? { month: 'short', year: '2-digit' } : { month: 'short' })
  const long = useDay({ month: 'long', year: 'numeric' })
  const units = (minor: number) => minor / 10 ** report.exponent
  const rounded = (minor: number) => format.number(units(minor), { notation: 'compact', maximumFractionDigits: 1 })
  const rowsOf = (figure: RevenueFigure, month: string) => figurePlace(base, { figure, month, of })
  const kindOf = (figure: RevenueFigure): WaterfallStep['kind'] =>
    figure === 'openingMrr' ? 'start' : figure === 'closingMrr' ? 'result' : 'change'
  return (
    <div className={css['charts']}>
      <SeriesChart
        title={t('recurring.chart')}
        note={t('recurring.chartNote')}
        series={[{ key: 'mrr', name: t('pair', { name: t('figures.mrr'), value: report.currency }), look: 'area', tone: 'turf' }]}
        points={report.totals.map(({ month, closingMrr }) => ({
          key: month,
          label: brief(`${month}-01`),
          file: month,
          link: rowsOf('closingMrr', month),
          values: { mrr: closingMrr },
        }))}
        write={money}
        short={rounded}
        csv={units}
        exportName="mrr"
      />
      <Waterfall
        title={t('recurring.waterfall', { month: long(`${row.month}-01`) })}
        exportName={`mrr-${row.month}`}
        steps={revenueFigures.map((figure) => ({
          key: figure,
          name: t(`figures.${figure}`),
          amount: isLeaving(figure) ? 0 - row[figure] : row[figure],
          kind: kindOf(figure),
          ...(row[figure] === 0 ? {} : { link: rowsOf(figure, row.month) }),
        }))}
        write={money}
        short={rounded}
        csv={units}
      />
    </div>
  )
}
