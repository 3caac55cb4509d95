import { useFormatter, useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { HeatMap, type HeatCell } from '#ui/charts/heat-map.tsx'
import { Formula } from '#ui/formula.tsx'
import { useDay } from '#ui/use-day.ts'
import { FigureLink } from './figure-link.tsx'
import { figurePlace } from './figure-place.ts'
import type { Cohort, Subscriptions } from './subscription.contract.ts'
import { cohortMonths } from './subscription.rules.ts'

/** The share of customers who first came in a month and still had a place at the end of each later month (product 6). */
export function Cohorts({ report, base, of }: { report: Subscriptions; base: Search; of: string | undefined }) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const monthName = useDay({ month: 'short', year: '2-digit' })
  const fullMonth = useDay({ month: 'long', year: 'numeric' })
  const percent = (share: number) => format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  const rows = report.cohorts.filter(({ size }) => size > 0)
  // Months that no cohort has reached yet would be empty columns.
  const reached = Math.max(...rows.map(({ after }) => after.findLastIndex((count) => count !== null) + 1), 0)
  const later = Array.from({ length: Math.min(reached, cohortMonths) }, (_, at) => at + 1)
  const keptBy = (cohort: Cohort | undefined, after: number) => cohort?.after[after - 1] ?? null
  const cellOf = (month: string, column: string): HeatCell | null => {
    const cohort = rows.find((row) => row.month === month)
    const after = Number(column)
    const count = keptBy(cohort, after)
    if (!cohort || count === null) return null
    const share = count / cohort.size
    return {
      share,
      text: percent(share),
      details: [
        { name: t('cohorts.stayed'), text: t('cohorts.ofSize', { count, size: cohort.size }) },
        { name: t('cohorts.share'), text: percent(share) },
      ],
      ...(count > 0 && { link: figurePlace(base, { figure: 'cohort', month, of, after }) }),
    }
  }
  const names = later.map((after) => t('cohorts.after', { count: after }))
  return (
    <HeatMap
      title={t('cohorts.title')}
      note={t('cohorts.note')}
      exportName="cohorts"
      none={later.length === 0 && t('cohorts.none')}
      first={t('columns.month')}
      rows={rows.map(({ month }) => ({ key: month, label: monthName(`${month}-01`), fullName: fullMonth(`${month}-01`) }))}
      columns={later.map((after, at) => ({ key: `${after}`, label: format.number(after), fullName: names[at] ?? '' }))}
      sizes={{
        name: t('cohorts.size'),
        of: (month) => {
          const size = rows.find((row) => row.month === month)?.size ?? 0
          return (
            <FigureLink figure="cohort" month={month} of={of ?? null} base={base} value={size}>
              {format.number(size)}
            </FigureLink>
          )
        },
      }}
      cellOf={cellOf}
      ends={[percent(0), percent(1)]}
      sheet={() => ({
        header: [t('columns.month'), t('figures.cohort'), ...names],
        rows: rows.map((row) => [
          row.month,
          row.size,
          ...later.map((after) => {
            const count = keptBy(row, after)
            return shareCell(count === null ? null : count / row.size)
          }),
        ]),
      })}
      table={{
        columns: [t('columns.month'), t('figures.cohort'), ...names],
        rows: rows.map((row) => ({
          key: row.month,
          cells: [
            fullMonth(`${row.month}-01`),
            <FigureLink key="size" figure="cohort" month={row.month} of={of ?? null} base={base} value={row.size}>
              {format.number(row.size)}
            </FigureLink>,
            ...later.map((after) => {
              const count = keptBy(row, after)
              return count === null ? '' : `${percent(count / row.size)} (${format.number(count)})`
            }),
          ],
        })),
      }}
      foot={<Formula text={t('cohorts.formula')} asOf={report.asOf} />}
    />
  )
}
