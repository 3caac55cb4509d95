import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Place, Search } from '#lib/addresses.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { useDay } from '#ui/use-day.ts'
import { Waterfall, type WaterfallStep } from '#ui/waterfall.tsx'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import { isLeaving, revenueFigures, type RevenueFigure } from './subscription.rules.ts'
import css from './subscription-charts.module.css'

type Props = { report: Subscriptions; row: Movement; base: Search; of: string | undefined }

/** The picture of the report: MRR by month, and how one month's opening MRR became its closing one (product 6). */
export function SubscriptionCharts({ report, row, base, of }: Props) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const money = useMoney(report, true)
  const short = useDay({ month: 'short', year: 'numeric' })
  const long = useDay({ month: 'long', year: 'numeric' })
  const units = (minor: number) => minor / 10 ** report.exponent
  const rounded = (minor: number) => format.number(units(minor), { notation: 'compact', maximumFractionDigits: 1 })
  const { from, to, batch, by } = base
  const span = {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(batch ? { batch } : {}),
    ...(by === 'batch' ? { by: 'batch' as const } : {}),
  }
  const rowsOf = (figure: RevenueFigure, month: string): Place => ({
    to: '/sales/subscription-report',
    search: { ...span, figure, month, ...(of ? { of } : {}) },
  })
  const kindOf = (figure: RevenueFigure): WaterfallStep['kind'] =>
    figure === 'openingMrr' ? 'start' : figure === 'closingMrr' ? 'result' : 'change'
  return (
    <div className={css['charts']}>
      <BarChart
        title={t('recurring.chart')}
        measure={t('pair', { name: t('figures.mrr'), value: report.currency })}
        bars={report.totals.map(({ month, closingMrr }) => ({
          key: month,
          label: short(`${month}-01`),
          file: month,
          value: closingMrr,
          link: rowsOf('closingMrr', month),
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
