import type { ReactNode } from 'react'
import css from './table.module.css'

/** One column: what stands over it, and what of a row stands in it. */
export type TableColumn<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** At the end of its column, in figures of one width. */
  isNumber?: boolean | undefined
  /** A date or another short text that is never broken in two. */
  isWhole?: boolean | undefined
  /** Left out in a window of middle width. */
  isLesser?: boolean | undefined
  /** It names the row; without one the first does. */
  isHead?: boolean | undefined
  /** What can be done with the row: its label is only said, and it isn't printed. */
  isActions?: boolean | undefined
  /** What stands over it in place of the label alone, such as a button that sorts. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | undefined
}

type FrameProps = {
  /** Names the table for anyone who can't see it. */
  label: string
  /** The name as it is seen, where no heading says it. */
  caption?: ReactNode
  /** A list of records, or a sheet of figures: closer rows with plain names and marked sums. */
  look?: 'list' | 'sheet' | undefined
  /** In a narrow window each row stands as a card, or the table is scrolled sideways. */
  narrow?: 'cards' | 'scroll' | undefined
  /** It lies across on paper. */
  isWide?: boolean | undefined
  className?: string | undefined
}

/** The class of a cell with a figure, in rows that a table doesn't write itself. */
export const numberCell = css['number']

/** Where all of the table is in sight its head stays at the window's top, and no one has to stop at it to scroll it. */
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

/** The frame of every table: its name, its look, and its room in a narrow window; with the rows as they are given. */
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
  /** A row that is a sum of others, or the reader's own. */
  lookOf?: (row: Row) => 'sum' | 'own' | undefined
  /** What the rows come to: its name, and the sums by column. */
  total?: { name: string; of: Readonly<Record<string, ReactNode>> }
}

function classOf<Row>({ isNumber, isWhole, isLesser, isActions }: TableColumn<Row>): string | undefined {
  const names = [isNumber && css['number'], isWhole && 'whole', isLesser && css['lesser'], isActions && css['actions']]
  return names.filter(Boolean).join(' ') || undefined
}

/** The sums below the rows: their name takes the columns before the first of them. */
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

/** A table of rows, each with one cell for a column; where there is no room for the columns a row stands as a card. */
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
