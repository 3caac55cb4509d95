import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import axis from './chart-axis.module.css'
import { ChartBlock, ChartPart, type ChartTable } from './chart-block.tsx'
import css from './heat-map.module.css'
import { useMarks } from './marks.ts'
import type { Sheet } from '../sheet.ts'

/** The name of a row or a column, short where space is tight and in full. */
type HeatAxis = { key: string; label: ReactNode; fullName: string }

/** One field: how strong it is, what is written in it, and what its card says. */
export type HeatCell = {
  /** From 0 to 1. */
  share: number
  text: string
  details: readonly { name: string; text: string }[]
  link?: Place
}

type Props = {
  /** The question that the chart answers. */
  title: string
  note?: ReactNode
  exportName: string
  sheet: () => Sheet
  table: ChartTable
  rows: readonly HeatAxis[]
  columns: readonly HeatAxis[]
  /** What the rows are. */
  first: string
  /** A further column before the fields, such as the size of a cohort: its name, and its value in each row. */
  sizes?: { name: string; of: (row: string) => ReactNode }
  /** The field of a row and a column; null where there is none. */
  cellOf: (row: string, column: string) => HeatCell | null
  /** What the weakest and the strongest fields are. */
  ends: readonly [string, string]
  none?: string | false | undefined
  foot?: ReactNode
  actions?: ReactNode
}

const keyOf = (row: string, column: string) => `${row} ${column}`

/**
 * Fields of rows and columns, each with its figure and the stronger the higher it is. Arrow keys lead in all four
 * directions; a field with rows behind it is a link.
 */
export function HeatMap({ rows, columns, first, sizes, cellOf, ends, ...block }: Props) {
  const t = useTranslations('ui.chart')
  const cells = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const cell = cellOf(row.key, column.key)
      if (!cell) return []
      const figures = cell.details.map(({ name, text }) => t('part', { name, amount: text })).join(' · ')
      const name = t('noted', { name: row.fullName, note: column.fullName })
      return [{ ...cell, key: keyOf(row.key, column.key), name, label: t('figure', { name, amount: figures }) }]
    }),
  )
  const found = new Map(cells.map((cell) => [cell.key, cell]))
  const { shown, tapped, around, mark } = useMarks(
    cells.map(({ key }) => key),
    cells[0]?.key,
  )
  return (
    <ChartBlock {...block} said={tapped === null ? undefined : found.get(tapped)?.label}>
      <div className={css['room']}>
        <div
          role="table"
          aria-label={block.title}
          className={css['map']}
          style={{ gridTemplateColumns: `max-content ${sizes ? 'max-content ' : ''}repeat(${columns.length}, minmax(0, 1fr))` }}
          {...around}
        >
          <div role="row" className={css['row']}>
            <span role="columnheader" className={css['head']}>
              <span className="hidden-text">{first}</span>
            </span>
            {sizes && (
              <span role="columnheader" className={css['size']}>
                {sizes.name}
              </span>
            )}
            {columns.map(({ key, label, fullName }) => (
              <span key={key} role="columnheader" className={css['head']}>
                <span className="hidden-text">{fullName}</span>
                <span aria-hidden="true">{label}</span>
              </span>
            ))}
          </div>
          {rows.map((row, at) => (
            <div key={row.key} role="row" className={css['row']}>
              <span role="rowheader" className={css['name']}>
                {row.label}
              </span>
              {sizes && (
                <span role="cell" className={css['size']}>
                  {sizes.of(row.key)}
                </span>
              )}
              {columns.map((column, place) => {
                const cell = found.get(keyOf(row.key, column.key))
                return (
                  <span
                    key={column.key}
                    role="cell"
                    className={css['field']}
                    data-side={place * 2 < columns.length ? 'end' : 'start'}
                    data-low={at * 2 >= rows.length}
                  >
                    {cell && (
                      <ChartPart
                        mark={mark(cell.key)}
                        place={cell.link}
                        label={cell.label}
                        className={css['cell']}
                        style={{ backgroundColor: `color-mix(in srgb, var(--turf) ${Math.round(4 + cell.share * 40)}%, var(--bg))` }}
                      >
                        {cell.text}
                        {shown === cell.key && (
                          <span className={`${axis['card']} ${css['card']}`}>
                            <b>{cell.name}</b>
                            {cell.details.map(({ name, text }) => (
                              <span key={name}>
                                {name}
                                <span className="ltr">{text}</span>
                              </span>
                            ))}
                          </span>
                        )}
                      </ChartPart>
                    )}
                  </span>
                )
              })}
            </div>
          ))}
        </div>
      </div>
      <p className={css['ends']}>
        {ends[0]}
        <span className={css['ramp']} aria-hidden="true" />
        {ends[1]}
      </p>
    </ChartBlock>
  )
}
