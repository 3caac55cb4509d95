import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Place, Plans } from '#lib/addresses.ts'
import { Button } from './button.tsx'
import { toastError } from './toast.tsx'
import css from './list.module.css'
import { ListTools, type Filter } from './list-tools.tsx'
import type { ChangeListState, ListPage, ListState } from './list-state.ts'
import { PlaceLink } from './place-link.tsx'
import { Failed, Skeleton, State } from './page.tsx'
import { sheetOf } from './sheet.ts'
import { Table, type TableColumn } from './table.tsx'

/** One column: its heading, its cell, and its value in an export. */
export type Column<Row> = Pick<TableColumn<Row>, 'key' | 'label' | 'isNumber' | 'isWhole' | 'isLesser' | 'isHead'> & {
  /** Without it the column is only in the file. */
  cell?: (row: Row) => ReactNode
  /** A single value; without it the column is only on screen. */
  csv?: (row: Row) => string | number
  /** The call's sort key. */
  sort?: string
}

type Props<Row extends { id: string }> = {
  caption: string
  query: UseQueryResult<ListPage<Row>>
  state: ListState
  onState: ChangeListState
  columns: Column<Row>[]
  filters: Filter[]
  /** The row's single link; null for a row without one. */
  href: (row: Row) => Place | Plans | null
  /** "None yet": the state and one action. */
  empty: { title: string; text: string; action: ReactNode }
  rowActions?: (row: Row) => ReactNode
  /** Totals of all filtered rows, above the rows. */
  sums?: ReactNode
  /** Reads one page of the filtered set for the export. */
  readPage: (page: number) => Promise<ListPage<Row>>
  exportName: string
  /** Splits a row that takes several rows in the file. */
  fileRows?: (row: Row) => Row[]
}

/** Rows per page (20). */
export const pageSize = 20

async function exportAll<Row extends { id: string }>({
  columns,
  readPage,
  exportName,
  fileRows = (row) => [row],
}: Pick<Props<Row>, 'columns' | 'readPage' | 'exportName' | 'fileRows'>): Promise<void> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const found = await readPage(page)
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) break
  }
  const { downloadCsv } = await import('./csv-file.ts')
  const { header, rows: lines } = sheetOf(
    columns,
    rows.flatMap((row) => fileRows(row)),
  )
  downloadCsv(exportName, header, lines)
}

/** The cell that names a row, as the row's single link. */
function Head({ place, children }: { place: Place | Plans | null; children: ReactNode }) {
  return place ? <PlaceLink place={place}>{children}</PlaceLink> : children
}

/** The heading of a sortable column. */
function Sort({ label, sort, state, onState }: { label: string; sort: string; state: ListState; onState: ChangeListState }) {
  const order = state.sort === sort ? state.direction : null
  return (
    <button type="button" className={css['sort']} onClick={() => onState({ sort, direction: order === 'asc' ? 'desc' : 'asc' })}>
      {label}
      {order && <span aria-hidden="true">{order === 'asc' ? ' ↑' : ' ↓'}</span>}
    </button>
  )
}

/** The columns as table columns: sortable headings, and the naming column as the row's link. */
function shownColumns<Row extends { id: string }>({ columns, href, state, onState }: Props<Row>): TableColumn<Row>[] {
  const shown = columns.filter(({ cell }) => cell)
  const named = shown.find(({ isHead }) => isHead) ?? shown[0]
  return shown.map((column) => {
    const { cell, sort } = column
    return {
      ...column,
      isHead: column === named,
      cell: (row) => (column === named ? <Head place={href(row)}>{cell?.(row)}</Head> : cell?.(row)),
      head: sort && <Sort label={column.label} sort={sort} state={state} onState={onState} />,
      sorted: sort !== state.sort ? undefined : state.direction === 'asc' ? 'ascending' : 'descending',
    }
  })
}

/** A list with search, filters, order and page in the URL; totals, export, print, and separate texts for none yet, no match and failed. */
export function List<Row extends { id: string }>(props: Props<Row>) {
  const { caption, query, state, onState, filters, empty, rowActions, sums } = props
  const columns = shownColumns(props)
  const t = useTranslations('ui.list')
  const failures = useTranslations('lib.failures')
  const format = useFormatter()
  const isNarrowed = state.search !== '' || filters.some((filter) => state.filters[filter.name] !== filter.fallback)
  const { data } = query
  const pages = data ? Math.max(Math.ceil(data.total / pageSize), 1) : 1

  const actions = rowActions ? [{ key: 'actions', label: t('actions'), cell: rowActions, isActions: true }] : []

  function body(): ReactNode {
    if (query.isError) return <Failed retry={() => void query.refetch()} />
    if (!data) return <Skeleton />
    if (data.rows.length === 0 && isNarrowed) {
      const clear = Object.fromEntries(filters.map(({ name, fallback }) => [name, fallback]))
      return (
        // Keyed separately: a reused button would animate from the colours of the other state.
        <State
          key="noMatch"
          title={t('noMatch')}
          text={t('noMatchText')}
          action={<Button onClick={() => onState({ search: '', filters: clear })}>{t('clear')}</Button>}
        />
      )
    }
    if (data.rows.length === 0) return <State {...empty} />
    return <Table label={caption} columns={[...columns, ...actions]} rows={data.rows} keyOf={({ id }) => id} isWide />
  }

  return (
    <div className={css['list']}>
      <ListTools
        state={state}
        onState={onState}
        filters={filters}
        total={data ? format.number(data.total) + (data.totalIsCapped ? '+' : '') : null}
        onExport={() => exportAll(props).catch(() => toastError(failures('server/unavailable')))}
      />
      {data && data.rows.length > 0 && sums}
      {body()}
      {data && data.rows.length > 0 && (
        <div className={css['foot']}>
          <span>
            {t('count', { shown: format.number(data.rows.length), total: format.number(data.total) + (data.totalIsCapped ? '+' : '') })}
          </span>
          {pages > 1 && (
            <div className={css['pages']}>
              <Button disabled={state.page <= 1} onClick={() => onState({ page: state.page - 1 })}>
                {t('previous')}
              </Button>
              <Button disabled={state.page >= pages} onClick={() => onState({ page: state.page + 1 })}>
                {t('next')}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
