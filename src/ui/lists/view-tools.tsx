import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { presetNamed } from '#lib/day-presets.ts'
import { isDay } from '#lib/days.ts'
import { Button } from '../button.tsx'
import { useCopy } from '../copy-button.tsx'
import { Menu } from '../menu.tsx'
import { toastSuccess, toastUndo } from '../toast.tsx'
import { useDay } from '../use-day.ts'
import { useFailed } from '../use-failed.ts'
import css from './list.module.css'
import type { Filter } from './list-tools.tsx'
import { recentViews } from './recent-views.ts'
import type { useViews } from './use-views.ts'
import { daysKey, stateOf, type PlainList } from './view-query.ts'

type Views = ReturnType<typeof useViews>

/** Says in words what a view narrows a list to. */
function useWordsOf(): (query: string, plain: PlainList) => string {
  const t = useTranslations('lists')
  const day = useDay()
  const valueOf = (filter: Filter, value: string) => {
    if (filter.isDay) return isDay(value) ? day(value) : value
    return filter.options.find((option) => option.value === value)?.label ?? value
  }
  return (query, plain) => {
    const { filters } = stateOf(query, plain)
    const preset = presetNamed(new URLSearchParams(query).get(daysKey))
    const named = plain.filters.flatMap((filter) => {
      const value = filters[filter.name] ?? filter.fallback
      return value === filter.fallback || (filter.isDay && preset) ? [] : [`${filter.label}: ${valueOf(filter, value)}`]
    })
    return [...named, ...(preset ? [t(`days.${preset}`)] : [])].join(' · ')
  }
}

type Props = { views: Views; /** In a sheet, where each has a line of its own. */ isSheet: boolean }

/** Saves what the list shows as a view, while no view says the same. */
export function SaveAsView({ views: { own, unsaved }, isSheet }: Props) {
  const t = useTranslations('lists')
  const [isSaving, setSaving] = useState(false)
  if (!own || unsaved === null) return null
  return (
    <>
      <Button look={isSheet ? 'outline' : 'quiet'} onClick={() => setSaving(true)}>
        {t('saveView')}
      </Button>
      {isSaving && (
        <own.SaveView
          list={own.list}
          query={unsaved}
          names={own.views.map(({ name }) => name)}
          onSave={async (view) => {
            await own.save(view)
            toastSuccess(t('viewSaved', { name: view.name }))
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** Returns to what the list showed before, copies the link of what it shows, and deletes the current view if it is the member's own. */
export function ViewTools({ views, isSheet }: Props) {
  const t = useTranslations('lists')
  const kit = useTranslations('ui')
  const failed = useFailed()
  const wordsOf = useWordsOf()
  const copy = useCopy()
  const { current, shown, narrowed, plain, own, list } = views
  const items = recentViews(list ?? '')
    .filter((query) => query !== narrowed && !shown.some((view) => view.query === query))
    .map((query) => ({ key: query, label: t('recent', { what: wordsOf(query, plain) }), run: () => views.choose(query) }))
  items.push({ key: 'copy', label: t('copyLink'), run: () => void copy(window.location.href) })
  if (own && current?.isOwn) {
    const view = { list: own.list, name: current.label, query: current.query }
    const undo = () => void own.save(view).catch(failed)
    items.push({
      key: 'delete',
      label: t('deleteView', { name: view.name }),
      run: () =>
        void own.remove(view).then(() => {
          views.choose('')
          toastUndo(t('viewDeleted', { name: view.name }), kit('undo'), undo)
        }, failed),
    })
  }
  if (!isSheet) return <Menu label={t('viewTools')} items={items.map((item) => ({ ...item, isChange: false }))} />
  return (
    <div className={css['sheet']}>
      {items.map(({ key, label, run }) => (
        <Button key={key} look="outline" onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  )
}
