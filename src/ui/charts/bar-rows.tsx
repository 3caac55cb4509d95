import type { ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { languageFacts } from '#lib/manner.ts'
import css from './bar-rows.module.css'
import { ChartBlock, ChartPart, ChartRowName } from './chart-block.tsx'
import { useMarks } from './marks.ts'
import type { ChartSeries } from './chart-series.ts'

/** One row: its name, the parts of its bar by series, and a link to its rows. */
type ChartRow = { key: string; name: string; values: Readonly<Record<string, number>>; text?: string; link?: Place }

type Props = {
  /** The question that the chart answers. */
  title: string
  note?: ReactNode
  exportName: string
  /** What the rows are. */
  first: string
  series: readonly ChartSeries[]
  rows: readonly ChartRow[]
  /** Formats a value; as a number by default. */
  write?: (value: number) => string
  /** A value for the file. */
  csv?: (value: number) => number | string
  none?: string | false | undefined
  foot?: ReactNode
}

/** Named rows with a horizontal bar each, in one scale; the parts of a bar follow one another. */
export function BarRows({ first, series, rows, csv = (value) => value, ...rest }: Props) {
  const t = useTranslations('ui.chart')
  const format = useFormatter()
  const { comma } = languageFacts(useLocale())
  const { write = (value: number) => format.number(value), ...block } = rest
  const { tapped, around, mark } = useMarks(
    rows.map(({ key }) => key),
    rows[0]?.key,
  )
  const sumOf = ({ values }: ChartRow) => series.reduce((sum, { key }) => sum + Math.max(values[key] ?? 0, 0), 0)
  const most = Math.max(0, ...rows.map(sumOf))
  const labelOf = (row: ChartRow) => {
    const parts = series.map(({ key, name }) => t('part', { name, amount: write(row.values[key] ?? 0) }))
    return t('figure', { name: row.name, amount: parts.join(comma) })
  }
  return (
    <ChartBlock
      {...block}
      said={rows.filter(({ key }) => key === tapped).map(labelOf)[0]}
      sheet={() => ({
        header: [first, ...series.map(({ name }) => name)],
        rows: rows.map(({ name, values }) => [name, ...series.map(({ key }) => csv(values[key] ?? 0))]),
      })}
      table={{
        columns: [first, ...series.map(({ name }) => name)],
        rows: rows.map(({ key, name, link, values }) => ({
          key,
          cells: [
            <ChartRowName key="name" place={link}>
              {name}
            </ChartRowName>,
            ...series.map((one) => write(values[one.key] ?? 0)),
          ],
        })),
      }}
    >
      {series.length > 1 && (
        <div className={css['keys']} aria-hidden="true">
          {series.map(({ key, name, look, tone }) => (
            <span key={key}>
              <i className={css['key']} data-look={look} data-tone={tone} />
              {name}
            </span>
          ))}
        </div>
      )}
      <ol className={css['rows']} aria-label={block.title} {...around}>
        {rows.map((row) => (
          <li key={row.key}>
            <ChartPart mark={mark(row.key)} place={row.link} label={labelOf(row)} className={css['row']}>
              <bdi className={css['name']} title={row.name}>
                {row.name}
              </bdi>
              <span className={css['track']}>
                {series.map(({ key, look, tone }) => {
                  const value = Math.max(row.values[key] ?? 0, 0)
                  return (
                    value > 0 && (
                      <span
                        key={key}
                        className={css['bar']}
                        data-look={look}
                        data-tone={tone}
                        style={{ inlineSize: `${(value / most) * 100}%` }}
                      />
                    )
                  )
                })}
              </span>
              <span className={css['value']}>{row.text ?? write(series.reduce((sum, { key }) => sum + (row.values[key] ?? 0), 0))}</span>
            </ChartPart>
          </li>
        ))}
      </ol>
    </ChartBlock>
  )
}
