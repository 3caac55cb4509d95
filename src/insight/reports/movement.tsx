import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { wholeRate } from '#lib/amounts.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import { ReportTable, type ReportColumn } from './report-table.tsx'
import type { Movement, Subscriptions } from './subscription.contract.ts'
import {
  isLeaving,
  placeFigures,
  revenueFigures,
  subscriberFigures,
  type PlaceFigure,
  type RevenueFigure,
  type SubscriberFigure,
} from './subscription.rules.ts'
import type { useMonths } from './use-months.ts'
import { useShare } from './use-share.ts'

type Linked = PlaceFigure | RevenueFigure | SubscriberFigure

type Props = { report: Subscriptions; months: Pick<ReturnType<typeof useMonths>, 'base' | 'isByBatch'> }

/** Months, latest first, each followed by its batches if requested. */
function rowsOf({ totals, batches }: Subscriptions, isByBatch: boolean): Movement[] {
  return totals.toReversed().flatMap((total) => [total, ...batches.filter(({ month }) => isByBatch && month === total.month)])
}

/** MRR, customers, churn and places by month and batch; each figure links to its rows (product 6). */
export function Movements({ report, months: { base, isByBatch } }: Props) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const file = useFileColumns()
  const share = useShare()
  const money = useMoney(report, true)
  const monthName = useDay({ month: 'short', year: 'numeric' })
  const count = (value: number) => format.number(value).replace('-', '−')
  const units = (minor: number) => minor / 10 ** report.exponent
  const signed = (figure: Linked, value: number) => (isLeaving(figure) ? 0 - value : value)
  const linked =
    (write: (value: number) => string, csv: (value: number) => number = (value) => value) =>
    (figure: Linked): ReportColumn<Movement> => ({
      key: figure,
      label: t(`figures.${figure}`),
      isNumber: true,
      csv: (row) => csv(signed(figure, row[figure])),
      cell: (row) => (
        <FigureLink figure={figure} month={row.month} of={row.batch} base={base} value={row[figure]}>
          {row[figure] === 0 ? '–' : write(signed(figure, row[figure]))}
        </FigureLink>
      ),
    })
  const rate = (name: 'grossChurn' | 'netChurn' | 'customerChurn'): ReportColumn<Movement> => ({
    key: name,
    label: t(`score.${name}`),
    isNumber: true,
    csv: ({ [name]: value }) => shareCell(value === null ? null : value / wholeRate),
    cell: ({ [name]: value }) => (value === null ? '–' : share(value)),
  })
  const value = (name: 'arpm' | 'lifetimeValue'): ReportColumn<Movement> => ({
    key: name,
    label: t(`score.${name}`),
    isNumber: true,
    csv: ({ [name]: amount }) => (amount === null ? '' : units(amount)),
    cell: ({ [name]: amount }) => (amount === null ? '–' : money(amount)),
  })
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
  const currency = file<Movement>('currency', () => report.currency)
  const common = {
    rows: rowsOf(report, isByBatch),
    // A file can be filtered by anyone who opens it, so it has every row.
    readAll: () => Promise.resolve(rowsOf(report, true)),
    keyOf: (row: Movement) => `${row.month} ${row.batch ?? ''}`,
    isSum: (row: Movement) => isByBatch && row.batch === null,
  }
  const table = (name: 'recurring' | 'members' | 'churn' | 'places', exportName: string, columns: readonly ReportColumn<Movement>[]) => (
    <ReportTable {...common} title={t(`${name}.title`)} columns={[month, batch, ...columns]} exportName={exportName}>
      <Formula text={t(`${name}.formula`)} asOf={report.asOf} />
    </ReportTable>
  )
  return (
    <>
      {table('recurring', 'mrr-movement', [...revenueFigures.map(linked(money, units)), currency])}
      {table('members', 'subscribers', subscriberFigures.map(linked(count)))}
      {table('churn', 'churn', [
        value('arpm'),
        rate('grossChurn'),
        rate('netChurn'),
        rate('customerChurn'),
        value('lifetimeValue'),
        currency,
      ])}
      {table('places', 'subscription-movement', placeFigures.map(linked(count)))}
    </>
  )
}
