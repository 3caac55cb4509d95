import { useRef, useState, type KeyboardEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CheckBox } from '../check-box.tsx'
import { Icon } from '../icon.tsx'
import css from './list-selection.module.css'
import type { ListPage } from './list-state.ts'
import type { TableColumn } from '../table.tsx'

/** What can be done with the chosen rows. @param reason why not with these: it is shown, and nothing runs */
export type Verb = { key: string; label: string; reason?: string | undefined; run: () => void }

export type Selecting<Row> = {
  nameOf: (row: Row) => string
  /** The first is the most likely one; `done` ends the choice. */
  verbs: (rows: Row[], done: () => void) => Verb[]
  /** What the chosen rows amount to, such as "£326.50 owed". */
  sum?: (rows: Row[]) => string | null
}

/** The most rows that are chosen at once. */
const limit = 2000

export type Selection<Row> = {
  rows: Row[]
  verbs: Verb[]
  sum: string | null
  /** Chooses all rows that the filters match, up to `limit`; null while some on the page are not chosen, and once all are. */
  rest: { count: number; isAll: boolean; run: () => void } | null
  /** Whether check boxes are shown where they would otherwise be hidden. */
  isChoosing: boolean
  choose: () => void
  clear: () => void
  column: TableColumn<Row>
  lookOf: (row: Row) => 'chosen' | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The chosen rows of a list, over all its pages until the search or a filter changes.
 * @param scope the search and filters as text
 * @param readAll reads up to so many rows that the filters match, and passes them on
 * @returns null for a list whose rows can't be chosen
 */
export function useSelection<Row extends { id: string }>(
  selecting: Selecting<Row> | undefined,
  page: ListPage<Row> | undefined,
  scope: string,
  readAll: (limit: number, use: (rows: Row[]) => void) => Promise<void>,
): Selection<Row> | null {
  const t = useTranslations('lists.selection')
  const none: { scope: string; rows: ReadonlyMap<string, Row> } = { scope, rows: new Map() }
  const [stored, setStored] = useState(none)
  const [isChoosing, setChoosing] = useState(false)
  const all = useRef<HTMLInputElement>(null)
  const turn = useRef(0)
  const [isReading, setReading] = useState(false)
  // Another search or filter ends the choice, also once the old one returns.
  if (stored.scope !== scope) setStored(none)
  if (!selecting) return null
  const shown = page?.rows ?? []
  const chosen = new Map(stored.scope === scope ? stored.rows : [])
  // What was read again replaces what was chosen before.
  for (const row of shown) if (chosen.has(row.id)) chosen.set(row.id, row)
  const set = (rows: readonly Row[], isChosen: boolean) => {
    turn.current += 1
    setStored((now) => {
      if (now.scope !== scope) return now
      const next = new Map(now.rows)
      for (const row of rows)
        if (isChosen) next.set(row.id, row)
        else next.delete(row.id)
      return { scope, rows: next }
    })
  }
  /** Chooses all once they are read, unless something else was chosen or let go meanwhile. */
  const setAll = () => {
    const mine = (turn.current += 1)
    setReading(true)
    void readAll(limit, (found) => turn.current === mine && set(found, true)).finally(() => setReading(false))
  }
  const clear = () => {
    turn.current += 1
    // The button that ended the choice is gone; the box that begins one is not.
    all.current?.focus()
    setStored(none)
    setChoosing(false)
  }
  const rows = [...chosen.values()]
  const onPage = shown.filter(({ id }) => chosen.has(id)).length
  const total = page?.total ?? 0
  const most = Math.min(total, limit)
  return {
    rows,
    verbs: rows.length > 0 ? selecting.verbs(rows, clear) : [],
    sum: rows.length > 0 ? (selecting.sum?.(rows) ?? null) : null,
    rest:
      !isReading && onPage > 0 && onPage === shown.length && rows.length < most
        ? { count: most, isAll: most === total && !page?.totalIsCapped, run: setAll }
        : null,
    isChoosing: isChoosing || rows.length > 0,
    choose: () => setChoosing(true),
    clear,
    column: {
      key: 'choice',
      label: t('choose'),
      isCheck: true,
      head: (
        <CheckBox
          box={all}
          label={t('all')}
          isLabelHidden
          isChecked={onPage > 0 && onPage === shown.length}
          isPartly={onPage > 0 && onPage < shown.length}
          onChange={(isChosen) => set(shown, isChosen)}
        />
      ),
      cell: (row) => (
        <CheckBox
          label={t('one', { name: selecting.nameOf(row) })}
          isLabelHidden
          isChecked={chosen.has(row.id)}
          onChange={(isChosen) => set([row], isChosen)}
        />
      ),
    },
    lookOf: ({ id }) => (chosen.has(id) ? 'chosen' : undefined),
    onKeyDown: (event) => {
      // A dialog or a menu above the list closes first.
      if (
        event.key === 'Escape' &&
        rows.length > 0 &&
        !event.defaultPrevented &&
        event.target instanceof Element &&
        !event.target.closest('dialog, [popover]')
      )
        clear()
    },
  }
}

/** How many rows are chosen, what they amount to, and what can be done with them. */
export function SelectionBar({
  selection,
  onExport,
}: {
  selection: Pick<Selection<unknown>, 'rows' | 'verbs' | 'sum' | 'rest' | 'clear'>
  onExport: () => Promise<void>
}) {
  const t = useTranslations('lists')
  const format = useFormatter()
  const { rows, verbs, sum, rest, clear } = selection
  const all = [...verbs, { key: 'export', label: t('export'), run: () => void onExport() } satisfies Verb]
  return (
    <section className={css['bar']} data-foot aria-label={t('selection.bar')}>
      <span role="status">
        <strong>{t('selection.count', { count: format.number(rows.length) })}</strong> {sum}
      </span>
      <span className={css['verbs']}>
        {rest && (
          <button type="button" onClick={rest.run}>
            {t(rest.isAll ? 'selection.rest' : 'selection.first', { count: format.number(rest.count) })}
          </button>
        )}
        {all.map(({ key, label, reason, run }, at) => (
          <button
            key={key}
            type="button"
            data-first={at === 0 && verbs.length > 0}
            aria-disabled={reason ? true : undefined}
            title={reason}
            onClick={reason ? undefined : run}
          >
            {label}
          </button>
        ))}
      </span>
      <button type="button" className={css['end']} aria-label={t('selection.clear')} onClick={clear}>
        <Icon name="close" /> <kbd>Esc</kbd>
      </button>
    </section>
  )
}
