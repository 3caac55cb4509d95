import { useFormatter, useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import { ReportTable, type ReportColumn } from './report-table.tsx'
import type { Cohort, Subscriptions } from './subscription.contract.ts'
import { cohortMonths } from './subscription.rules.ts'

/** The share of customers who first came in a month and still had a place at the end of each later month (product 6). */
export function Cohorts({ report, base, of }: { report: Subscriptions; base: Search; of: string | undefined }) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const monthName = useDay({ month: 'short', year: 'numeric' })
  // Months that no cohort has reached yet would be empty columns.
  const reached = Math.max(...report.cohorts.map(({ after }) => after.findLastIndex((count) => count !== null) + 1), 0)
  const later = Array.from({ length: Math.min(reached, cohortMonths) }, (_, at) => at)
  const link = (row: Cohort, after: number | null, value: number, text: string) => (
    <FigureLink figure="cohort" month={row.month} of={of ?? null} {...(after ? { after } : {})} base={base} value={value}>
      {text}
    </FigureLink>
  )
  const columns: ReportColumn<Cohort>[] = [
    { key: 'month', label: t('columns.month'), csv: (row) => row.month, cell: (row) => monthName(`${row.month}-01`) },
    {
      key: 'size',
      label: t('figures.cohort'),
      isNumber: true,
      csv: (row) => row.size,
      cell: (row) => link(row, null, row.size, format.number(row.size)),
    },
    ...later.map((at): ReportColumn<Cohort> => ({
      key: `after-${at}`,
      label: t('cohorts.after', { count: at + 1 }),
      isNumber: true,
      csv: (row) => row.after[at] ?? '',
      cell: (row) => {
        const count = row.after[at] ?? null
        if (count === null || row.size === 0) return ''
        return link(row, at + 1, count, format.number(count / row.size, { style: 'percent', maximumFractionDigits: 0 }))
      },
    })),
  ]
  return (
    <ReportTable title={t('cohorts.title')} columns={columns} rows={report.cohorts} keyOf={(row) => row.month} exportName="cohorts">
      <Formula text={t('cohorts.formula')} asOf={report.asOf} />
    </ReportTable>
  )
}
