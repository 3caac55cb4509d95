import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { sheetOf } from '#ui/sheet.ts'
import css from './reports.module.css'

/** One column of a report: its heading, the cell, and what an export writes of it. */
export type ReportColumn<Row> = {
  key: string
  label: string
  /** Without it the column stands in the file alone. */
  cell?: (row: Row) => ReactNode
  csv: (row: Row) => string | number
  isNumber?: boolean
  /** Stands in the file alone. */
  isHidden?: boolean
}

type Props<Row> = {
  title: string
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isSum?: (row: Row) => boolean
  exportName: string
  /** Reads the rows of the file, where not all of them are shown. */
  readAll?: () => Promise<readonly Row[]>
  children?: ReactNode
}

/** A table of a report under its own heading, which prints and goes into a file. */
export function ReportTable<Row>({ title, columns, rows, keyOf, isSum, exportName, readAll, children }: Props<Row>) {
  const t = useTranslations('ui.list')
  const heading = useId()
  const shown = columns.filter(({ cell, isHidden }) => cell && !isHidden)
  const download = async () => {
    const [{ downloadCsv }, all] = await Promise.all([import('#ui/csv.ts'), readAll?.() ?? rows])
    const { header, rows: lines } = sheetOf(columns, all)
    downloadCsv(exportName, header, lines)
  }
  return (
    <section className={css['section']} aria-labelledby={heading}>
      <div className={css['head']}>
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" aria-label={`${t('export')}: ${title}`} onClick={() => void download()}>
          {t('export')}
        </Button>
      </div>
      {children}
      <section className={css['scroll']} aria-label={title} tabIndex={0} data-paper="wide">
        <table className={css['table']}>
          <caption className="hidden-text">{title}</caption>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column.key} scope="col" className={column.isNumber ? css['number'] : undefined}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} data-look={isSum?.(row) ? 'sum' : undefined}>
                {shown.map((column, at) =>
                  at === 0 ? (
                    <th key={column.key} scope="row">
                      {column.cell?.(row)}
                    </th>
                  ) : (
                    <td key={column.key} className={column.isNumber ? css['number'] : undefined}>
                      {column.cell?.(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
