import { useEffect, useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { FilterName } from '#lib/addresses.ts'
import { searchLimit } from '#lib/fields.ts'
import { Button } from '../button.tsx'
import { Choice } from '../choice.tsx'
import { Dialog } from '../confirm.tsx'
import { DaysPill } from './days-pill.tsx'
import { Icon } from '../icon.tsx'
import css from './list.module.css'
import { ListIcon } from './list-icon.tsx'
import { ListLayout } from './list-layout.tsx'
import { Menu } from '../menu.tsx'
import { newest, type ChangeListState, type ListState } from './list-state.ts'
import type { useListLayout } from './use-list-layout.ts'
import { useIsPhone, useMedia } from '../use-media.ts'
import { SaveAsView, ViewTools } from './view-tools.tsx'
import type { useViews } from './use-views.ts'

type ChoiceFilter = { name: FilterName; label: string; fallback: string; options: { value: string; label: string }[]; isDay?: false }

/** One filter: its name in the URL, the value for "no filter", and its options, or that it is a day: the first and last day are a pair. */
export type Filter = ChoiceFilter | { name: FilterName; label: string; fallback: string; isDay: true }

type Props = {
  state: ListState
  onState: ChangeListState
  filters: Filter[]
  /** How many rows match, as text; null while loading. */
  total: string | null
  /** How many rows were read for a file or for paper, in words; null while none are. */
  progress?: string | null
  onExport: () => Promise<void>
  onPrint: () => Promise<void>
  /** What the rows can be ordered by: the call's sort keys with their names. */
  sorts?: { sort: string; label: string }[]
  /** Shows the check boxes where there is no room for them at all times. */
  onChoose?: (() => void) | undefined
  /** What can be done with the list's views; without it none are stored. */
  views?: ReturnType<typeof useViews> | undefined
  /** What is shown of each row. */
  layout?: Pick<ReturnType<typeof useListLayout>, 'columns' | 'hiddenSorts' | 'isCompact' | 'choose' | 'reset'>
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('lists')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    // The field follows typing, but not every key makes a call.
    const timer = setTimeout(() => onChange(typed), 250)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <label className={css['search']}>
      <span className="hidden-text">{t('search')}</span>
      <Icon name="search" />
      <input
        type="search"
        data-search
        placeholder={t('searchHere')}
        maxLength={searchLimit}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

/** A filter as a pill: its name, its value, and once it is applied how to remove it. */
function FilterPill({ filter, state, onState }: { filter: ChoiceFilter } & Pick<Props, 'state' | 'onState'>) {
  const t = useTranslations('lists')
  const { name, label, fallback, options } = filter
  const value = state.filters[name] ?? fallback
  const isApplied = value !== fallback
  const change = (next: string) => onState({ filters: { [name]: next } })
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <Choice
      label={label}
      value={value}
      options={options}
      isApplied={isApplied}
      remove={isApplied ? { label: t('remove', { filter: `${label}: ${shown}` }), run: () => change(fallback) } : undefined}
      onChange={change}
    />
  )
}

/** The first and last day of a list's filters as one pill. */
function Days({ first, last, state, onState }: { first: Filter; last: Filter } & Pick<Props, 'state' | 'onState'>) {
  const dayOf = ({ name, fallback }: Filter) => {
    const value = state.filters[name] ?? fallback
    return value === fallback ? '' : value
  }
  return (
    <DaysPill
      days={{ from: dayOf(first), to: dayOf(last) }}
      labels={{ from: first.label, to: last.label }}
      onChange={({ from, to }) => onState({ filters: { [first.name]: from || first.fallback, [last.name]: to || last.fallback } })}
    />
  )
}

/** The order of the rows as a pill, where no column's heading shows or changes it. */
function Order({ sorts, state, onState }: { sorts: { sort: string; label: string }[] } & Pick<Props, 'state' | 'onState'>) {
  const t = useTranslations('lists')
  return (
    <Choice
      label={t('order')}
      value={`${state.sort} ${state.direction}`}
      options={sorts.flatMap(({ sort, label }) =>
        (['desc', 'asc'] as const).map((direction) => ({
          value: `${sort} ${direction}`,
          label: sort === newest ? t(direction === 'desc' ? 'newest' : 'oldest') : `${label} ${direction === 'asc' ? '↑' : '↓'}`,
        })),
      )}
      onChange={(value) => {
        const [sort = '', direction] = value.split(' ')
        onState({ sort, direction: direction === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}

/** On a phone: one button with how many filters are applied, which opens all of them, export and print. */
function FilterSheet({ count, total, children }: { count: number; total: string | null; children: ReactNode }) {
  const t = useTranslations('lists')
  const [isOpen, setOpen] = useState(false)
  const format = useFormatter()
  const label = count > 0 ? `${t('filters')} (${format.number(count)})` : t('filters')
  return (
    <>
      <Button look="outline" aria-label={label} onClick={() => setOpen(true)}>
        <ListIcon name="filter" />
        {count > 0 && format.number(count)}
      </Button>
      {isOpen && (
        <Dialog title={t('filters')} onClose={() => setOpen(false)}>
          <div className={css['sheet']}>{children}</div>
          <Button look="primary" isWide onClick={() => setOpen(false)}>
            {t('showFound', { total: total ?? '' })}
          </Button>
        </Dialog>
      )}
    </>
  )
}

/** Export and print, as words or as icons that are named. */
function FileTools({ onExport, onPrint, hasWords }: Pick<Props, 'onExport' | 'onPrint'> & { hasWords: boolean }) {
  const t = useTranslations('lists')
  const [busy, setBusy] = useState<'export' | 'print' | null>(null)
  const look = hasWords ? 'outline' : 'quiet'
  const run = (what: 'export' | 'print', work: () => Promise<void>) => {
    setBusy(what)
    void work().finally(() => setBusy(null))
  }
  return (
    <>
      <Button look={look} isBusy={busy === 'export'} aria-label={t('export')} title={t('export')} onClick={() => run('export', onExport)}>
        <ListIcon name="download" /> {hasWords && t('export')}
      </Button>
      <Button look={look} isBusy={busy === 'print'} aria-label={t('print')} title={t('print')} onClick={() => run('print', onPrint)}>
        <ListIcon name="print" /> {hasWords && t('print')}
      </Button>
    </>
  )
}

/** The number of filters next to the search. */
const fewFilters = 3

/** Search, filters, choice of rows, export and print above a list, in one line where there is room. */
export function ListTools(props: Props) {
  const { state, onState, filters, total, progress, onExport, onPrint, sorts = [], onChoose, views, layout } = props
  const t = useTranslations('lists')
  const isPhone = useIsPhone()
  const hasColumns = useMedia('(width >= 900px)')
  const [added, setAdded] = useState<readonly string[]>([])
  const isApplied = ({ name, fallback }: Filter) => (state.filters[name] ?? fallback) !== fallback
  const choices = filters.filter((filter) => !filter.isDay)
  const [first, last] = filters.filter((filter) => filter.isDay)
  const count = choices.length + (first ? 1 : 0)
  // One line holds a few filters; the others are added when they are needed.
  const isShown = (filter: Filter, at: number) => at < fewFilters - (first ? 1 : 0) || added.includes(filter.name) || isApplied(filter)
  const shown = isPhone || count <= fewFilters + 1 ? choices : choices.filter(isShown)
  const hidden = choices.filter((filter) => !shown.includes(filter))
  const applied = filters.filter(isApplied)
  const pills = shown.map((filter) => <FilterPill key={filter.name} filter={filter} state={state} onState={onState} />)
  if (first && last) pills.push(<Days key="days" first={first} last={last} state={state} onState={onState} />)
  // Without a column for it, the order is a pill, and so are all orders where the headings have no room.
  const known = sorts.some(({ sort }) => sort === state.sort) || state.sort !== newest ? sorts : [{ sort: newest, label: '' }, ...sorts]
  const isInHeadings = hasColumns && known === sorts && !layout?.hiddenSorts.includes(state.sort)
  const order = known.length > 0 && !isInHeadings && <Order sorts={known} state={state} onState={onState} />
  const isNarrowed = applied.length > 0 || state.search !== ''
  return (
    <div className={css['tools']}>
      <div className={css['narrowing']}>
        <SearchBox value={state.search} onChange={(search) => onState({ search })} />
        {isPhone ? (
          <FilterSheet count={applied.length} total={total}>
            {pills}
            {order}
            {views && (
              <>
                <SaveAsView views={views} isSheet />
                <ViewTools views={views} isSheet />
              </>
            )}
            <FileTools onExport={onExport} onPrint={onPrint} hasWords />
          </FilterSheet>
        ) : (
          <>
            {pills}
            {hidden.length > 0 && (
              <Menu
                label={t('addFilter')}
                look="pill"
                items={hidden.map(({ name, label }) => ({ key: name, label, isChange: false, run: () => setAdded([...added, name]) }))}
              />
            )}
            {order}
          </>
        )}
        <span role="status" className={css['found']}>
          {progress ?? (isNarrowed && total !== null && t('found', { total }))}
        </span>
        {views && !isPhone && <SaveAsView views={views} isSheet={false} />}
      </div>
      <div className={css['end']}>
        {onChoose && (
          <span className={css['choose']}>
            <Button look="quiet" aria-label={t('selection.choose')} title={t('selection.choose')} onClick={onChoose}>
              <ListIcon name="choose" />
            </Button>
          </span>
        )}
        {!isPhone && (
          <>
            {views && <ViewTools views={views} isSheet={false} />}
            {layout && <ListLayout layout={layout} />}
            <FileTools onExport={onExport} onPrint={onPrint} hasWords={false} />
          </>
        )}
      </div>
    </div>
  )
}
