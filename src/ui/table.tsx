import type { ReactNode } from 'react'
import css from './table.module.css'

/** One column: its heading and its cells. */
export type TableColumn<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** End-aligned, in tabular figures. */
  isNumber?: boolean | undefined
  /** A date or other short text that never wraps. */
  isWhole?: boolean | undefined
  /** Hidden in medium-width windows. */
  isLesser?: boolean | undefined
  /** The column that names the row; by default the first. */
  isHead?: boolean | undefined
  /** Actions on the row: the label is for screen readers only, and the column isn't printed. */
  isActions?: boolean | undefined
  /** Replaces the label in the heading, such as a sort button. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | undefined
}

type FrameProps = {
  /** The table's accessible name. */
  label: string
  /** The visible name, if no heading shows it. */
  caption?: ReactNode
  /** A list of records, or a sheet of figures: denser rows with plain names and highlighted sums. */
  look?: 'list' | 'sheet' | undefined
  /** In a narrow window each row becomes a card, or the table scrolls sideways. */
  narrow?: 'cards' | 'scroll' | undefined
  /** Printed in landscape. */
  isWide?: boolean | undefined
  className?: string | undefined
}

/** The class of a figure's cell, for rows rendered outside `Table`. */
export const numberCell = css['number']

/** If the full table fits, its head is sticky and it is not a tab stop for scrolling. */
function watchRoom(region: HTMLElement | null): (() => void) | undefined {
  const table = region?.querySelector('table')
  if (!region || !table) return
  const watcher = new ResizeObserver(() => {
    const fits = table.offsetWidth <= region.clientWidth
    region.dataset['fits'] = String(fits)
    region.tabIndex = fits ? -1 : 0
  })
  watcher.observe(region)
  watcher.observe(table)
  return () => watcher.disconnect()
}

/** The frame of every table: name, look and narrow layout; the caller provides the rows. */
export function TableFrame({
  label,
  caption,
  look = 'list',
  narrow = look === 'list' ? 'cards' : 'scroll',
  isWide = false,
  className = '',
  children,
}: FrameProps & { children: ReactNode }) {
  return (
    <section ref={watchRoom} className={css['region']} aria-label={label} tabIndex={0} data-paper={isWide ? 'wide' : undefined}>
      <table className={`${css['table']} ${css[look]} ${css[narrow]} ${className}`}>
        <caption className={caption ? undefined : 'hidden-text'}>{caption ?? label}</caption>
        {children}
      </table>
    </section>
  )
}

type Props<Row> = FrameProps & {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Marks a row as a sum of others, or as the reader's own. */
  lookOf?: (row: Row) => 'sum' | 'own' | undefined
  /** The totals: their name, and the sums by column. */
  total?: { name: string; of: Readonly<Record<string, ReactNode>> }
}

function classOf<Row>({ isNumber, isWhole, isLesser, isActions }: TableColumn<Row>): string | undefined {
  const names = [isNumber && css['number'], isWhole && 'whole', isLesser && css['lesser'], isActions && css['actions']]
  return names.filter(Boolean).join(' ') || undefined
}

/** The totals below the rows: their name spans the columns before the first sum. */
function Total<Row>({ columns, name, of }: { columns: readonly TableColumn<Row>[] } & NonNullable<Props<Row>['total']>) {
  const first = Math.max(
    columns.findIndex(({ key }) => key in of),
    1,
  )
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first}>
          {name}
        </th>
        {columns.slice(first).map((column) => (
          <td key={column.key} data-label={column.key in of ? column.label : undefined} className={classOf(column)}>
            {of[column.key] ?? <span className="hidden-text">–</span>}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** A table of rows with one cell per column; without room for the columns each row becomes a card. */
export function Table<Row>({ columns, rows, keyOf, lookOf, total, ...frame }: Props<Row>) {
  const named = columns.find(({ isHead }) => isHead) ?? columns[0]
  return (
    <TableFrame {...frame}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)} aria-sort={column.sorted}>
              {column.isActions ? <span className="hidden-text">{column.label}</span> : (column.head ?? column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-look={lookOf?.(row)}>
            {columns.map((column) =>
              column === named ? (
                <th key={column.key} scope="row" className={classOf(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.key} data-label={column.isActions ? undefined : column.label} className={classOf(column)}>
                  {column.isActions ? <div>{column.cell(row)}</div> : column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {total && <Total columns={columns} {...total} />}
    </TableFrame>
  )
}
