import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { useMay } from './sessions.client.ts'
import { trainerName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { Menu } from '#ui/menu.tsx'
import { StepButtons } from '#ui/step-buttons.tsx'
import { useIsPhone } from '#ui/use-media.ts'
import { useDay, useDays } from '#ui/use-day.ts'
import css from './calendar.module.css'
import { calendarViews, stepped } from './calendar.rules.ts'
import { ClosuresDialog } from './closures-dialog.tsx'
import { FeedsDialog } from './feeds-dialog.tsx'
import type { Session } from './session.contract.ts'
import type { CalendarState } from './use-calendar-state.ts'

const viewOf = (value: string) => calendarViews.find((view) => view === value) ?? 'week'

/** How many sessions are shown and how many of their places are taken, with the cancelled ones after them. */
function Summary({ rows, cancelled }: { rows: readonly Session[]; cancelled: ReactNode }) {
  const t = useTranslations('sessions.calendar')
  const format = useFormatter()
  const [booked, places] = [sumOf(rows, 'booked'), sumOf(rows, 'capacity')]
  return (
    <div className={css['summary']}>
      <span role="status">
        <b>{t('count', { count: rows.length })}</b>
        {places > 0 && ` · ${t('taken', { booked, places, share: format.number(booked / places, { style: 'percent' }) })}`}
      </span>
      {cancelled}
    </div>
  )
}

const sumOf = (rows: readonly Session[], part: 'booked' | 'capacity') =>
  rows.filter(({ state }) => state !== 'cancelled').reduce((sum, row) => sum + row[part], 0)

/** The days shown as text: a month, a day in full, or from when to when. */
function useShown({ view, day }: CalendarState, days: readonly string[]): string {
  const dayText = useDay()
  const daysText = useDays({ day: 'numeric', month: 'short', year: 'numeric' })
  if (view === 'month') return dayText(day, { month: 'long', year: 'numeric' })
  if (view === 'day') return dayText(day, { dateStyle: 'full' })
  return daysText(days[0] ?? day, days.at(-1) ?? day)
}

/** The filters by trainer, hall and batch; a trainer sees only their own sessions, so they choose only between batches. */
function CalendarFilters({ state, setState }: Pick<ToolsProps, 'state' | 'setState'>) {
  const t = useTranslations('sessions')
  const [seesTrainers, seesHalls] = [useMay('trainers.list'), useMay('halls.list')]
  const trainers = useQuery({ ...trainerOptionsQuery, enabled: seesTrainers })
  const halls = useQuery({ ...hallOptionsQuery, enabled: seesHalls })
  const batches = useQuery(batchOptionsQuery)
  const choice = (name: 'trainer' | 'hall' | 'batch', label: string, all: string, options: { value: string; label: string }[]) => (
    <Choice
      label={label}
      value={state[name]}
      options={[{ value: '', label: all }, ...options]}
      onChange={(value) => setState({ [name]: value })}
    />
  )
  return (
    <>
      {state.view === 'day' && (
        <Choice
          label={t('calendar.lanes')}
          value={state.lanes}
          options={[
            { value: 'trainer', label: t('calendar.byTrainer') },
            { value: 'hall', label: t('calendar.byHall') },
          ]}
          onChange={(value) => setState({ lanes: value === 'hall' ? 'hall' : 'trainer' })}
        />
      )}
      {seesTrainers &&
        choice(
          'trainer',
          t('trainer.label'),
          t('trainer.all'),
          (trainers.data?.rows ?? []).map((row) => ({ value: row.id, label: trainerName(row) })),
        )}
      {seesHalls &&
        choice(
          'hall',
          t('hall.label'),
          t('hall.all'),
          (halls.data?.rows ?? []).map((row) => ({ value: row.id, label: row.title })),
        )}
      {choice(
        'batch',
        t('calendar.filter'),
        t('calendar.allBatches'),
        (batches.data?.rows ?? []).map((row) => ({ value: row.id, label: row.name })),
      )}
    </>
  )
}

type ToolsProps = {
  state: CalendarState
  setState: (change: Partial<CalendarState>) => void
  days: string[]
  today: string
  canEdit: boolean
  /** The sessions shown; null while they load. */
  rows: readonly Session[] | null
  cancelled: ReactNode
}

/** Choice of days, view, lanes and sessions; closures, feed addresses and print. */
export function CalendarTools({ state, setState, days, today, canEdit, rows, cancelled }: ToolsProps) {
  const t = useTranslations('sessions')
  const [open, setOpen] = useState<'closures' | 'feeds' | 'filters' | null>(null)
  const isPhone = useIsPhone()
  const filters = [state.trainer, state.hall, state.batch].filter(Boolean).length
  const filtersText = filters === 0 ? t('calendar.filters') : t('calendar.filtersUsed', { count: filters })
  const { data: trainers } = useQuery({ ...trainerOptionsQuery, enabled: open === 'feeds' })
  const shown = useShown(state, days)
  const { view, day } = state
  return (
    <div className={css['tools']}>
      <div className={css['row']}>
        <StepButtons
          previous={{ label: t('calendar.previous'), run: () => setState({ day: stepped(view, day, -1) }) }}
          now={{ label: t('calendar.today'), run: () => setState({ day: today }) }}
          next={{ label: t('calendar.next'), run: () => setState({ day: stepped(view, day, 1) }) }}
        />
        {/* After the steps, which stay where they are however long the days are. */}
        <h2 className={css['shown']} aria-live="polite">
          {shown}
        </h2>
        <span className={css['more']}>
          {isPhone && (
            <Choice
              label={t('calendar.view')}
              hasName={false}
              value={view}
              options={calendarViews.map((name) => ({ value: name, label: t(`calendar.${name}`) }))}
              onChange={(value) => setState({ view: viewOf(value) })}
            />
          )}
          <span className={css['views']} role="group" aria-label={t('calendar.view')}>
            {calendarViews.map((name) => (
              <button key={name} type="button" aria-pressed={view === name} onClick={() => setState({ view: name })}>
                {t(`calendar.${name}`)}
              </button>
            ))}
          </span>
          <Menu
            label={t('calendar.tools')}
            items={[
              ...(canEdit
                ? [
                    { key: 'closures', label: t('closure.open'), isChange: true, run: () => setOpen('closures') },
                    { key: 'feeds', label: t('feeds.open'), isChange: true, run: () => setOpen('feeds') },
                  ]
                : []),
              ...(isPhone ? [{ key: 'filters', label: filtersText, isChange: false, run: () => setOpen('filters') }] : []),
              { key: 'print', label: t('calendar.print'), isChange: false, run: () => window.print() },
            ]}
          />
        </span>
      </div>
      <div className={css['row']} data-print="hide">
        {!isPhone && <CalendarFilters state={state} setState={setState} />}
        {rows && <Summary rows={rows} cancelled={cancelled} />}
      </div>
      {open === 'filters' && (
        <Dialog title={filtersText} onClose={() => setOpen(null)}>
          <CalendarFilters state={state} setState={setState} />
          <Button onClick={() => setOpen(null)}>{t('calendar.apply')}</Button>
        </Dialog>
      )}
      {open === 'closures' && <ClosuresDialog day={day} onClose={() => setOpen(null)} />}
      {open === 'feeds' && <FeedsDialog trainers={trainers?.rows ?? []} onClose={() => setOpen(null)} />}
    </div>
  )
}
