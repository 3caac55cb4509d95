import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { shareCell } from '#lib/csv-cells.ts'
import { moneyText } from '#lib/money.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { useFileColumns } from '#ui/file-columns.ts'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import { ReportTable, type ReportColumn } from './report-table.tsx'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import {
  isLeaving,
  placeFigures,
  recurringFigures,
  type ChurnFigure,
  type PlaceFigure,
  type RecurringFigure,
} from './subscription.rules.ts'
import type { useMonths } from './use-months.ts'

type Props = { report: Subscriptions; months: Pick<ReturnType<typeof useMonths>, 'base' | 'isByBatch'> }

/** Months, latest first, each followed by its batches if requested. */
function rowsOf({ totals, batches }: Subscriptions, isByBatch: boolean): Movement[] {
  return totals.toReversed().flatMap((total) => [total, ...batches.filter(({ month }) => isByBatch && month === total.month)])
}

/** Places, their recurring prices and churn by month and batch; each figure links to its rows (product 6). */
export function Movements({ report, months: { base, isByBatch } }: Props) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const format = useFormatter()
  const file = useFileColumns()
  const monthName = useDay({ month: 'short', year: 'numeric' })
  const money = (minor: number) => moneyText(minor, report.currency, report.exponent, locale, true)
  const signed = (figure: PlaceFigure | RecurringFigure, value: number) => (isLeaving(figure) ? 0 - value : value)
  const linked = (row: Movement, figure: PlaceFigure | RecurringFigure | ChurnFigure, text: string) => (
    <FigureLink figure={figure} month={row.month} of={row.batch} base={base} value={row[figure]}>
      {text}
    </FigureLink>
  )
  const month: ReportColumn<Movement> = {
    key: 'month',
    label: t('columns.month'),
    csv: (row) => row.month,
    cell: (row) => monthName(`${row.month}-01`),
  }
  const batch: ReportColumn<Movement> = {
    key: 'batch',
    label: t('columns.batch'),
    csv: (row) => (row.batch ? row.batchName : t('together')),
    cell: (row) => (row.batch ? <bdi>{row.batchName}</bdi> : t('together')),
    isHidden: !isByBatch,
  }
  const counts = placeFigures.map((figure): ReportColumn<Movement> => ({
    key: figure,
    label: t(`figures.${figure}`),
    isNumber: true,
    csv: (row) => signed(figure, row[figure]),
    cell: (row) => linked(row, figure, format.number(signed(figure, row[figure]))),
  }))
  const amounts = recurringFigures.map((figure): ReportColumn<Movement> => ({
    key: figure,
    label: t(`figures.${figure}`),
    isNumber: true,
    csv: (row) => signed(figure, row[figure]) / 10 ** report.exponent,
    cell: (row) => linked(row, figure, money(signed(figure, row[figure]))),
  }))
  const churnOf = ({ active, lost }: Movement) => (active === 0 ? null : lost / active)
  const churn: ReportColumn<Movement>[] = [
    ...(['active', 'lost'] as const).map((figure): ReportColumn<Movement> => ({
      key: figure,
      label: t(`figures.${figure}`),
      isNumber: true,
      csv: (row) => row[figure],
      cell: (row) => linked(row, figure, format.number(row[figure])),
    })),
    {
      key: 'churn',
      label: t('columns.churn'),
      isNumber: true,
      csv: (row) => shareCell(churnOf(row)),
      cell: (row) => {
        const part = churnOf(row)
        return part === null ? '–' : format.number(part, { style: 'percent', maximumFractionDigits: 1 })
      },
    },
  ]
  const common = {
    rows: rowsOf(report, isByBatch),
    // A file can be filtered by anyone who opens it, so it has every row.
    readAll: () => Promise.resolve(rowsOf(report, true)),
    keyOf: (row: Movement) => `${row.month} ${row.batch ?? ''}`,
    isSum: (row: Movement) => isByBatch && row.batch === null,
  }
  const formula = (text: string) => <Formula text={text} asOf={report.asOf} />
  return (
    <>
      <ReportTable {...common} title={t('places.title')} columns={[month, batch, ...counts]} exportName="subscription-movement">
        {formula(t('places.formula'))}
      </ReportTable>
      <BarChart
        title={t('recurring.chart')}
        measure={t('pair', { name: t('figures.mrr'), value: report.currency })}
        bars={report.totals.map((row) => ({ key: row.month, label: monthName(`${row.month}-01`), file: row.month, value: row.mrr }))}
        write={money}
        short={(minor) => format.number(minor / 10 ** report.exponent, { notation: 'compact', maximumFractionDigits: 1 })}
        csv={(minor) => minor / 10 ** report.exponent}
        exportName="mrr"
      />
      <ReportTable
        {...common}
        title={t('recurring.title')}
        columns={[month, batch, ...amounts, file('currency', () => report.currency)]}
        exportName="mrr-movement"
      >
        {formula(t('recurring.formula'))}
      </ReportTable>
      <ReportTable {...common} title={t('churn.title')} columns={[month, batch, ...churn]} exportName="churn">
        {formula(t('churn.formula'))}
      </ReportTable>
    </>
  )
}
