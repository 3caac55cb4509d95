import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FilterName } from '#lib/addresses.ts'
import { isDay } from '#lib/days.ts'
import { searchLimit } from '#lib/fields.ts'
import { Button } from './button.tsx'
import { Chips, type Chip } from './chips.tsx'
import css from './list.module.css'
import type { ChangeListState, ListState } from './list-state.ts'
import { useDay } from './use-day.ts'

/** One filter: its name in the URL, the value for "no filter", and its options, or that it is a day. */
export type Filter = { name: FilterName; label: string; fallback: string } & (
  | { options: { value: string; label: string }[]; isDay?: false }
  | { isDay: true }
)

type Props = {
  state: ListState
  onState: ChangeListState
  filters: Filter[]
  total: string | null
  onExport: () => Promise<void>
}

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('ui.list')
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    // The field follows typing, but not every key makes a call.
    const timer = setTimeout(() => onChange(typed), 250)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <label className={`${css['tool']} ${css['search']}`}>
      {t('search')}
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

/** A date filter; an empty one is the filter's fallback. */
function DayBox({ value, fallback, onChange }: { value: string; fallback: string; onChange: (value: string) => void }) {
  const shown = value === fallback ? '' : value
  const [typed, setTyped] = useState(shown)
  useEffect(() => setTyped(shown), [shown])
  return (
    <input
      type="date"
      min="2000-01-01"
      max="2099-12-31"
      value={typed}
      onChange={(event) => {
        const day = event.target.value
        setTyped(day)
        // A year typed on the keyboard passes through 2, 20 and 202.
        if (day === '' || day.startsWith('20')) onChange(day || fallback)
      }}
    />
  )
}

/** Search, filters, export and print above a list, and the applied filters as removable chips. */
export function ListTools({ state, onState, filters, total, onExport }: Props) {
  const t = useTranslations('ui.list')
  const [isExporting, setExporting] = useState(false)
  const day = useDay()
  // The address may contain anything.
  const dayText = (text: string) => (isDay(text) ? day(text) : text)
  // The first and last day of a range stay on one line.
  const days = filters.filter((filter) => filter.isDay)
  const tool = (filter: Filter) => (
    <label key={filter.name} className={css['tool']}>
      {filter.label}
      {filter.isDay ? (
        <DayBox
          value={state.filters[filter.name] ?? filter.fallback}
          fallback={filter.fallback}
          onChange={(value) => onState({ filters: { [filter.name]: value } })}
        />
      ) : (
        <select value={state.filters[filter.name]} onChange={(event) => onState({ filters: { [filter.name]: event.target.value } })}>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </label>
  )
  const applied = filters.filter(({ name, fallback }) => state.filters[name] !== fallback)
  const chips: Chip[] = applied.map((filter) => {
    const chosen = state.filters[filter.name] ?? ''
    const label = filter.isDay ? dayText(chosen) : (filter.options.find(({ value }) => value === chosen)?.label ?? chosen)
    return {
      key: `filter ${filter.name}`,
      name: `${filter.label}: ${label}`,
      onRemove: () => onState({ filters: { [filter.name]: filter.fallback } }),
    }
  })
  if (state.search !== '')
    chips.unshift({ key: 'search', name: state.search, shown: `“${state.search}”`, onRemove: () => onState({ search: '' }) })
  return (
    <>
      <div className={css['tools']}>
        <SearchBox value={state.search} onChange={(search) => onState({ search })} />
        {filters.filter((filter) => !filter.isDay).map(tool)}
        {days.length > 0 && <div className={css['days']}>{days.map(tool)}</div>}
        <div className={css['end']}>
          <Button
            look="quiet"
            isBusy={isExporting}
            onClick={() => {
              setExporting(true)
              void onExport().finally(() => setExporting(false))
            }}
          >
            {t('export')}
          </Button>
          <Button look="quiet" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
      </div>
      <Chips total={total} chips={chips} />
    </>
  )
}
