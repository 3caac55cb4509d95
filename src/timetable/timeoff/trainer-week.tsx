import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './timeoff.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useHere } from '#business/setup/here.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import { isDay } from '#lib/days.ts'
import { Button } from '#ui/button.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { StepButtons } from '#ui/step-buttons.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { useMedia } from '#ui/use-media.ts'
import { Agenda } from '#timetable/sessions/agenda.tsx'
import { hasEntries, type BoardColumn } from '#timetable/sessions/board.rules.ts'
import { SessionBoard } from '#timetable/sessions/session-board.tsx'
import css from '#timetable/sessions/calendar.module.css'
import { daysOf, stepped } from '#timetable/sessions/calendar.rules.ts'
import { allClosuresQuery, calendarQuery } from '#timetable/sessions/calendar.queries.ts'
import { closedOn } from '#timetable/sessions/closed.rules.ts'
import { useCancelled } from '#timetable/sessions/cancelled.tsx'

/** The day given by `?date=`, otherwise today. */
export function useShownDay(today: string): string {
  const { date } = useSearch({ strict: false })
  return isDay(date) ? date : today
}

/**
 * A trainer's week: their sessions, the hours outside their own, and their days off (product 6, /staff). The address
 * stores the week as `?date=`.
 */
export function TrainerWeek({ trainer }: { trainer: Trainer }) {
  const t = useTranslations('sessions.calendar')
  const reasons = useTranslations('timeoff.reasons')
  const { data: progress } = useQuery(progressQuery)
  const now = useHere()
  const navigate = useNavigate()
  const dayText = useDay()
  const daysText = useDays({ day: 'numeric', month: 'short', year: 'numeric' })
  const isWide = useMedia('(width >= 760px)')
  const shown = useShownDay(now.day)
  const firstWeekday = progress?.country.firstWeekday ?? 0
  const days = daysOf('week', shown, firstWeekday)
  const query = useQuery({
    ...calendarQuery('week', shown, firstWeekday, { trainer: trainer.id, hall: '', batch: '' }),
    enabled: progress !== undefined,
  })
  const closures = useQuery(allClosuresQuery)
  const off = useQuery({
    queryKey: ['timeOff', 'of', trainer.id],
    queryFn: () => api.timeOff.list({ trainer: trainer.id, size: 100 }),
  })
  const { rows, hidden, button } = useCancelled(query.data?.rows ?? [])
  const go = (day: string) =>
    void navigate({ to: '.', search: { id: trainer.id, ...(day === now.day ? {} : { date: day }) }, resetScroll: false })
  const columns = days.map((key): BoardColumn => {
    const away = off.data?.rows.find(({ fromDay, toDay }) => fromDay <= key && key <= toDay)
    const closed = closedOn(closures.data ?? [], key, null)
    const weekday = new Date(`${key}T00:00:00Z`).getUTCDay()
    return {
      key,
      label: `${dayText(key, { weekday: 'short' })} ${dayText(key, { day: 'numeric' })}`,
      closed: closed.day?.label,
      closedHours: closed.hours,
      away: away && reasons(away.reason),
      hours: trainer.trainingDays[weekday]?.isSelected ? { startingTime: trainer.startingTime, endingTime: trainer.endingTime } : null,
      now: key === now.day ? now.time : undefined,
      sessions: rows.filter((row) => row.day === key),
      hidden: hidden.filter((row) => row.day === key).length,
    }
  })
  return (
    <div className={css['calendar']}>
      <div className={css['tools']}>
        <div className={css['row']}>
          <StepButtons
            previous={{ label: t('previous'), run: () => go(stepped('week', shown, -1)) }}
            now={{ label: t('today'), run: () => go(now.day) }}
            next={{ label: t('next'), run: () => go(stepped('week', shown, 1)) }}
          />
          <h2 className={css['shown']} aria-live="polite">
            {daysText(days[0] ?? shown, days.at(-1) ?? shown)}
          </h2>
          <span className={css['more']}>
            <Button onClick={() => window.print()}>{t('print')}</Button>
          </span>
        </div>
      </div>
      {button}
      {query.isError ? (
        <Failed retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton rows={10} />
      ) : isWide ? (
        <SessionBoard columns={columns} onMove={null} />
      ) : columns.some(hasEntries) ? (
        <Agenda columns={columns} />
      ) : (
        <p>{t('none')}</p>
      )}
    </div>
  )
}
