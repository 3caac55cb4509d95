import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Place, Plans } from '#lib/addresses.ts'
import { Button, buttonClass } from '../button.tsx'
import { Face, type Faced } from '../face.tsx'
import css from './list.module.css'
import { exportRows, fileNameOf } from './list-export.ts'
import { ListIcon } from './list-icon.tsx'
import { ListTools, type Filter } from './list-tools.tsx'
import { ListViews, type View } from './list-views.tsx'
import { useListLayout } from './use-list-layout.ts'
import { useViews, type ListOf } from './use-views.ts'
import type { ChangeListState, ListPage, ListState } from './list-state.ts'
import { PlaceLink } from '../place-link.tsx'
import { Failed, Skeleton, State } from '../page.tsx'
import { SelectionBar, useSelection, type Selecting } from './list-selection.tsx'
import { Table, type TableColumn } from '../table.tsx'
import { toastError } from '../toast.tsx'
import { useWholeList } from './whole-list.ts'

/** One column: its heading, its cell, and its value in an export. */
export type Column<Row> = Pick<
  TableColumn<Row>,
  'key' | 'label' | 'isNumber' | 'isWhole' | 'isLesser' | 'isLabelled' | 'isHead' | 'detail' | 'narrow'
> & {
  /** Without it the column is only in the file. */
  cell?: (row: Row) => ReactNode
  /** A single value; without it the column is only on screen. */
  csv?: (row: Row) => string | number
  /** The call's sort key. */
  sort?: string
}

/** A number that is called, and the accessible name of the link. */
type Called = { phone: string; label: string }

type Props<Row extends { id: string }> = {
  caption: string
  query: UseQueryResult<ListPage<Row>>
  state: ListState
  onState: ChangeListState
  columns: Column<Row>[]
  filters: Filter[]
  /** Often used filters by name, as tabs above the list. */
  views?: View[]
  /** What the member's own views and columns are stored as; without it there are none. */
  of?: ListOf
  /** The row's single link; null for a row without one. */
  href: (row: Row) => Place | Plans | null
  /** The picture before the row's name. */
  face?: (row: Row) => Faced
  /** "None yet": the state and one action. */
  empty: { title: string; text: string; action: ReactNode }
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** What is done most often with a row: a link that a mouse finds on it; everyone finds it on the row's own page. */
  quick?: ((row: Row) => { label: string; place: Place } | null) | undefined
  /** Whom a row's button on a phone calls; null for a row without a number. */
  call?: ((row: Row) => Called | null) | undefined
  /** What can be done with several rows at once; without it rows have no check boxes. */
  selecting?: Selecting<Row> | undefined
  /** Totals of all filtered rows, below the rows. */
  sums?: ReactNode
  /** Reads one page of the filtered set, for its file and for paper. */
  readPage: (page: number) => Promise<ListPage<Row>>
  exportName: string
  /** Splits a row that takes several rows in the file. */
  fileRows?: (row: Row) => Row[]
}

/** Rows per page (20). */
export const pageSize = 20

/** The heading of a sortable column. */
function Sort({ label, sort, state, onState }: { label: string; sort: string; state: ListState; onState: ChangeListState }) {
  const order = state.sort === sort ? state.direction : null
  return (
    <button
      type="button"
      className={css['sort']}
      data-sorted={order !== null}
      onClick={() => onState({ sort, direction: order === 'asc' ? 'desc' : 'asc' })}
    >
      {label}
      {order && <span aria-hidden="true">{order === 'asc' ? ' ↑' : ' ↓'}</span>}
    </button>
  )
}

/** The columns as table columns: sortable headings, and the naming column as the row's link. */
function tableColumns<Row extends { id: string }>(
  { shown, named }: Pick<ReturnType<typeof useListLayout<Row>>, 'shown' | 'named'>,
  { href, face, state, onState }: Props<Row>,
): TableColumn<Row>[] {
  const link = (row: Row, content: ReactNode) => {
    const place = href(row)
    return place ? <PlaceLink place={place}>{content}</PlaceLink> : content
  }
  return shown.map((column) => {
    const { cell, sort } = column
    const isNamed = column === named
    return {
      ...column,
      isHead: isNamed,
      picture: isNamed && face ? (row) => <Face {...face(row)} /> : undefined,
      cell: (row) => (isNamed ? link(row, cell?.(row)) : cell?.(row)),
      head: sort && <Sort label={column.label} sort={sort} state={state} onState={onState} />,
      sorted: sort !== state.sort ? undefined : state.direction === 'asc' ? 'ascending' : 'descending',
    }
  })
}

type Acts = { quick: { label: string; place: Place } | null | undefined; call: Called | null | undefined; children: ReactNode }

/** What can be done with a row: over its end what is done most often, and on a phone a call. */
function RowActions({ quick, call, children }: Acts) {
  if (!quick && !call) return children
  return (
    <span className={css['acts']}>
      {quick && (
        <PlaceLink place={quick.place} className={`${buttonClass()} ${css['quick']}`} tabIndex={-1} aria-hidden="true">
          {quick.label}
        </PlaceLink>
      )}
      {call && (
        <a className={`${buttonClass('quiet')} ${css['call']}`} href={`tel:${call.phone}`} aria-label={call.label}>
          <ListIcon name="call" />
        </a>
      )}
      {children}
    </span>
  )
}

/** Which rows of the page are shown, of how many, and the ways to the pages around it. */
function Foot({ found, state, onState }: { found: ListPage<unknown>; state: Pick<ListState, 'page'>; onState: ChangeListState }) {
  const t = useTranslations('lists')
  const format = useFormatter()
  const pages = Math.max(Math.ceil(found.total / pageSize), 1)
  const first = (state.page - 1) * pageSize + 1
  const total = format.number(found.total) + (found.totalIsCapped ? '+' : '')
  return (
    <div className={css['foot']}>
      <span>{t('range', { from: format.number(first), to: format.number(first + found.rows.length - 1), total })}</span>
      {pages > 1 && (
        <div className={css['pages']}>
          <Button disabled={state.page <= 1} onClick={() => onState({ page: state.page - 1 })}>
            {t('previous')}
          </Button>
          <span>{t('page', { page: format.number(state.page), pages: format.number(pages) })}</span>
          <Button disabled={state.page >= pages} onClick={() => onState({ page: state.page + 1 })}>
            {t('next')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A list with search, filters, order and page in the URL; choice of rows, totals, export, print, and separate texts for none yet, no match and failed. */
export function List<Row extends { id: string }>(props: Props<Row>) {
  const {
    caption,
    query,
    state,
    onState,
    filters,
    views,
    of,
    empty,
    rowActions,
    quick,
    call,
    sums,
    selecting,
    columns: all,
    exportName,
    fileRows,
    readPage,
  } = props
  const t = useTranslations('lists')
  const failures = useTranslations('lib.failures')
  const format = useFormatter()
  const { data } = query
  const saved = useViews({ of, views, filters, state, onState, found: query.isPlaceholderData ? undefined : data })
  const isNarrowed = state.search !== '' || filters.some((filter) => state.filters[filter.name] !== filter.fallback)
  const isEmpty = data?.rows.length === 0
  const layout = useListLayout(of?.list, all)
  const whole = useWholeList(data, readPage)
  const file = { columns: all, fileRows, name: fileNameOf(exportName, state, filters, saved.plain.today) }
  const reading = (work: Promise<void>) => work.catch(() => toastError(failures('server/unavailable')))
  const selection = useSelection(selecting, data, JSON.stringify([state.search, state.filters]), (limit, use) =>
    reading(whole.read(limit).then(use)),
  )
  const columns = [
    ...(selection ? [selection.column] : []),
    ...tableColumns(layout, props),
    ...(rowActions || quick || call
      ? [
          {
            key: 'actions',
            label: t('actions'),
            cell: (row: Row) => (
              <RowActions quick={quick?.(row)} call={call?.(row)}>
                {rowActions?.(row)}
              </RowActions>
            ),
            isActions: true,
          },
        ]
      : []),
  ]

  function body(): ReactNode {
    if (query.isError) return <Failed retry={() => void query.refetch()} />
    if (!data) return <Skeleton />
    if (isEmpty && isNarrowed) {
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
    if (isEmpty) return <State {...empty} />
    return (
      <Table
        label={caption}
        columns={columns}
        rows={(whole.printed ?? data).rows}
        keyOf={({ id }) => id}
        lookOf={selection?.lookOf}
        isWide
      />
    )
  }

  return (
    <div
      className={css['list']}
      data-choosing={selection?.isChoosing}
      data-density={layout.isCompact ? 'compact' : undefined}
      onKeyDown={selection?.onKeyDown}
    >
      {/* An empty list has nothing to search for. */}
      {!(isEmpty && !isNarrowed) && (
        <>
          {saved.shown.length > 0 && <ListViews views={saved.shown} current={saved.current?.key} onChoose={saved.choose} />}
          <ListTools
            state={state}
            onState={onState}
            filters={filters}
            total={data ? format.number(data.total) + (data.totalIsCapped ? '+' : '') : null}
            progress={whole.progress}
            onExport={() => reading(whole.read().then((rows) => exportRows({ ...file, rows })))}
            onPrint={() => reading(whole.print())}
            sorts={all.flatMap(({ cell, sort, label }) => (cell && sort ? [{ sort, label }] : []))}
            onChoose={selection?.choose}
            views={of && saved}
            layout={layout}
          />
        </>
      )}
      {body()}
      {data && !isEmpty && (
        <>
          {sums && <div className={css['sums']}>{sums}</div>}
          <Foot found={whole.printed ?? data} state={whole.printed ? { page: 1 } : state} onState={onState} />
        </>
      )}
      {selection && selection.rows.length > 0 && (
        <SelectionBar selection={selection} onExport={() => reading(exportRows({ ...file, rows: selection.rows }))} />
      )}
    </div>
  )
}
