import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { sheetOf } from '#ui/sheet.ts'
import { Table, type TableColumn } from '#ui/table.tsx'
import css from './reports.module.css'

/** One column of a report: its heading, its cell, and its value in an export. */
export type ReportColumn<Row> = Pick<TableColumn<Row>, 'key' | 'label' | 'isNumber'> & {
  /** Without it the column is only in the file. */
  cell?: (row: Row) => ReactNode
  csv: (row: Row) => string | number
  /** The column is only in the file. */
  isHidden?: boolean
}

type Props<Row> = {
  title: string
  columns: readonly ReportColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isSum?: (row: Row) => boolean
  exportName: string
  /** Reads the rows of the file, if not all of them are shown. */
  readAll?: () => Promise<readonly Row[]>
  children?: ReactNode
}

/** A table of a report under its own heading, with print and export. */
export function ReportTable<Row>({ title, columns, rows, keyOf, isSum, exportName, readAll, children }: Props<Row>) {
  const t = useTranslations('lists')
  const heading = useId()
  const shown = columns.filter(({ cell, isHidden }) => cell && !isHidden)
  const download = async () => {
    const [{ downloadCsv }, all] = await Promise.all([import('#ui/csv-file.ts'), readAll?.() ?? rows])
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
      <Table
        label={title}
        look="sheet"
        isWide
        columns={shown.map((column) => ({ ...column, cell: (row: Row) => column.cell?.(row) }))}
        rows={rows}
        keyOf={keyOf}
        lookOf={(row) => (isSum?.(row) ? 'sum' : undefined)}
      />
    </section>
  )
}
