import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { useMay } from './sessions.client.ts'
import { trainerName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import css from './calendar.module.css'
import { stepped } from './calendar.rules.ts'
import { ClosuresDialog } from './closures-dialog.tsx'
import { FeedsDialog } from './feeds-dialog.tsx'
import type { CalendarState } from './use-calendar-state.ts'

/** Choice of days, view, lanes and sessions; closures, feed addresses and print. */
export function CalendarTools({
  state,
  setState,
  days,
  today,
  canEdit,
}: {
  state: CalendarState
  setState: (change: Partial<CalendarState>) => void
  days: string[]
  today: string
  canEdit: boolean
}) {
  const t = useTranslations('sessions')
  const dayText = useDay()
  const daysText = useDays({ day: 'numeric', month: 'short', year: 'numeric' })
  const [open, setOpen] = useState<'closures' | 'feeds' | null>(null)
  // A trainer sees only their own sessions, so they choose only between batches.
  const [seesTrainers, seesHalls] = [useMay('trainers.list'), useMay('halls.list')]
  const trainers = useQuery({ ...trainerOptionsQuery, enabled: seesTrainers })
  const halls = useQuery({ ...hallOptionsQuery, enabled: seesHalls })
  const batches = useQuery(batchOptionsQuery)
  const { view, day } = state
  const [first = day, last = day] = [days[0], days.at(-1)]
  const shown =
    view === 'month'
      ? dayText(day, { month: 'long', year: 'numeric' })
      : view === 'day'
        ? dayText(day, { dateStyle: 'full' })
        : daysText(first, last)
  const choice = (name: 'trainer' | 'hall' | 'batch', label: string, all: string, options: { value: string; label: string }[]) => (
    <Choice
      label={label}
      value={state[name]}
      options={[{ value: '', label: all }, ...options]}
      onChange={(value) => setState({ [name]: value })}
    />
  )
  return (
    <div className={css['tools']}>
      <div className={css['row']}>
        <Button onClick={() => setState({ day: stepped(view, day, -1) })}>{t('calendar.previous')}</Button>
        <Button onClick={() => setState({ day: today })}>{t('calendar.today')}</Button>
        <Button onClick={() => setState({ day: stepped(view, day, 1) })}>{t('calendar.next')}</Button>
        <h2 className={css['shown']} aria-live="polite">
          {shown}
        </h2>
        <span className={css['more']}>
          {canEdit && <Button onClick={() => setOpen('closures')}>{t('closure.open')}</Button>}
          {canEdit && <Button onClick={() => setOpen('feeds')}>{t('feeds.open')}</Button>}
          <Button onClick={() => window.print()}>{t('calendar.print')}</Button>
        </span>
      </div>
      <div className={css['row']} data-print="hide">
        <div className={css['views']} role="group" aria-label={t('calendar.view')}>
          {(['day', 'week', 'month'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setState({ view: name })}>
              {t(`calendar.${name}`)}
            </button>
          ))}
        </div>
        {view === 'day' && (
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
      </div>
      {open === 'closures' && <ClosuresDialog day={day} onClose={() => setOpen(null)} />}
      {open === 'feeds' && <FeedsDialog trainers={trainers.data?.rows ?? []} onClose={() => setOpen(null)} />}
    </div>
  )
}
