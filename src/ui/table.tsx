import type { ReactNode } from 'react'
import css from './table.module.css'

/** One column: its heading and its cells. */
export type TableColumn<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Drawn before the cell's lines. */
  picture?: ((row: Row) => ReactNode) | undefined
  /** The cell's second line, dimmed; nothing for a row without one. */
  detail?: ((row: Row) => ReactNode) | undefined
  /** End-aligned, in tabular figures. */
  isNumber?: boolean | undefined
  /** A date or other short text that never wraps. */
  isWhole?: boolean | undefined
  /** Hidden unless the window is wide. */
  isLesser?: boolean | undefined
  /** Where a row has no room for columns: the end of its first or second line, or not shown; by default in the lines below the name. */
  narrow?: 'first' | 'second' | 'none' | undefined
  /** The column that names the row; by default the first. */
  isHead?: boolean | undefined
  /** Has its heading before it in a narrow window, where its value alone would not say what it is; figures and days always have. */
  isLabelled?: boolean | undefined
  /** Chooses the row: the label is for screen readers only, and the column isn't printed. */
  isCheck?: boolean | undefined
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
  /** In a narrow window each row becomes two lines or more, or the table scrolls sideways. */
  narrow?: 'lines' | 'scroll' | undefined
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
  narrow = look === 'list' ? 'lines' : 'scroll',
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
  /** Marks a row as a sum of others, as the reader's own, or as chosen. */
  lookOf?: ((row: Row) => 'sum' | 'own' | 'chosen' | undefined) | undefined
  /** The totals: their name, and the sums by column. */
  total?: { name: string; of: Readonly<Record<string, ReactNode>> }
}

function classOf<Row>({ isNumber, isWhole, isLesser, isLabelled, isCheck, isActions, narrow }: TableColumn<Row>): string | undefined {
  const names = [
    isNumber && css['number'],
    isWhole && 'whole',
    isLesser && css['lesser'],
    isLabelled && css['labelled'],
    isCheck && css['check'],
    isActions && css['actions'],
    narrow && css[narrow],
  ]
  return names.filter(Boolean).join(' ') || undefined
}

/** What a cell shows: its content, below it the second line, and the picture before both. */
function inCell<Row>({ cell, detail, picture, isActions }: TableColumn<Row>, row: Row): ReactNode {
  if (isActions) return <div>{cell(row)}</div>
  const below = detail?.(row)
  const isSingle = below === undefined || below === null || below === ''
  const lines = isSingle ? (
    cell(row)
  ) : (
    <>
      {cell(row)}
      <small className={css['detail']}>{below}</small>
    </>
  )
  if (!picture) return lines
  return (
    <span className={css['pictured']}>
      {picture(row)}
      <span>{lines}</span>
    </span>
  )
}

/** A cell below a heading. One without a value is marked, since in a line with others it would say nothing. */
function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const content = inCell(column, row)
  return (
    <td
      data-label={column.isActions || column.isCheck ? undefined : column.label}
      data-blank={content === '–' || content === '' || undefined}
      className={classOf(column)}
    >
      {content}
    </td>
  )
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

/** A table of rows with one cell per column; a list without room for the columns shows each row in two lines or more. */
export function Table<Row>({ columns, rows, keyOf, lookOf, total, ...frame }: Props<Row>) {
  const named = columns.find(({ isHead }) => isHead) ?? columns[0]
  return (
    <TableFrame {...frame}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)} aria-sort={column.sorted}>
              {column.head ?? (column.isActions || column.isCheck ? <span className="hidden-text">{column.label}</span> : column.label)}
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
                  {inCell(column, row)}
                </th>
              ) : (
                <Cell key={column.key} column={column} row={row} />
              ),
            )}
          </tr>
        ))}
      </tbody>
      {total && <Total columns={columns} {...total} />}
    </TableFrame>
  )
}
