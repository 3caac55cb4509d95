import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './sessions.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useHere } from '#business/setup/here.ts'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import { useMedia } from '#ui/use-media.ts'
import { Agenda } from './agenda.tsx'
import { SessionBoard, type BoardColumn, type SessionMove } from './session-board.tsx'
import { CalendarTools } from './calendar-tools.tsx'
import css from './calendar.module.css'
import { daysOf, minutesOf, timeOf } from './calendar.rules.ts'
import { useWithoutCancelled } from './cancelled.tsx'
import { MonthCalendar } from './month.tsx'
import { SessionDialog, type Proposed } from './session-dialog.tsx'
import type { Session } from './session.contract.ts'
import { useCalendarState } from './use-calendar-state.ts'

/** The change that a move on the board proposes: another day, trainer or hall, and the new hours. */
function proposalOf({ session, column, start }: SessionMove, by: 'day' | 'trainer' | 'hall'): Proposed {
  const length = minutesOf(session.endingTime) - minutesOf(session.startingTime)
  const times = { startingTime: timeOf(start), endingTime: timeOf(start + length) }
  if (by === 'day') return { ...times, day: column }
  return by === 'trainer' ? { ...times, trainer: column } : { ...times, hall: column === 'none' ? null : column }
}

/** The calendar of sessions by day, week and month (product 6, Calendar). */
export function Calendar({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('sessions.calendar')
  const dayText = useDay()
  const { data: progress } = useQuery(progressQuery)
  const now = useHere()
  const [state, setState, searchOf] = useCalendarState(now.day)
  const [proposed, setProposed] = useState<{ session: Session; to: Proposed } | null>(null)
  const isWide = useMedia('(width >= 760px)')
  const { view, day, lanes, trainer, hall, batch } = state
  const days = daysOf(view, day, progress?.country.firstWeekday ?? 0)
  const input = {
    from: days[0] ?? day,
    to: days.at(-1) ?? day,
    ...(trainer ? { trainer } : {}),
    ...(hall ? { hall } : {}),
    ...(batch ? { batch } : {}),
  }
  const query = useQuery({
    queryKey: ['sessions', 'calendar', input],
    queryFn: () => api.sessions.list(input),
    placeholderData: keepPreviousData,
    enabled: progress !== undefined,
  })
  const closures = useQuery({
    queryKey: ['closures', 'all'],
    queryFn: () => api.closures.list({ all: true }),
    // A trainer may not list closures; their days without sessions show as much.
    enabled: useMay('closures.list'),
  })
  const closed = new Map(
    days.flatMap((date) =>
      (closures.data ?? []).filter(({ fromDay, toDay }) => fromDay <= date && date <= toDay).map(({ label }) => [date, label]),
    ),
  )
  const { rows, line } = useWithoutCancelled(query.data?.rows ?? [])

  function columns(): BoardColumn[] {
    const nowOn = (on: string) => (on === now.day ? now.time : undefined)
    if (view === 'week')
      return days.map((key) => ({
        key,
        label: `${dayText(key, { weekday: 'short' })} ${dayText(key, { day: 'numeric' })}`,
        closed: closed.get(key),
        now: nowOn(key),
        sessions: rows.filter((row) => row.day === key),
      }))
    const groups = Map.groupBy(rows, (row) => (lanes === 'trainer' ? row.trainer : (row.hall ?? 'none')))
    return [...groups].map(([key, own]) => ({
      key,
      label: lanes === 'trainer' ? (own[0]?.trainerName ?? '') : (own[0]?.hallTitle ?? t('unassigned')),
      closed: closed.get(day),
      now: nowOn(day),
      sessions: own,
    }))
  }

  const board = columns()
  return (
    <div className={css['calendar']}>
      <CalendarTools state={state} setState={setState} days={days} today={now.day} canEdit={canEdit} />
      {query.data?.isCapped && <p role="status">{t('capped')}</p>}
      {line}
      {query.isError ? (
        <Failed retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton rows={10} />
      ) : view === 'month' ? (
        <MonthCalendar
          days={days}
          month={day.slice(0, 7)}
          today={now.day}
          byDay={Map.groupBy(rows, (row) => row.day)}
          closed={closed}
          dayLink={(key) => searchOf({ view: 'day', day: key })}
        />
      ) : rows.length === 0 && (view === 'day' || !isWide || closed.size === 0) ? (
        <State
          title={closed.has(day) ? t('closed', { label: closed.get(day) ?? '' }) : t('none')}
          text={t('noneText')}
          action={
            <Link className={buttonClass('outline')} to="/services" search={{ tab: 'batches' }}>
              {t('batches')}
            </Link>
          }
        />
      ) : isWide ? (
        <SessionBoard
          columns={board}
          dayLink={view === 'week' ? (key) => searchOf({ view: 'day', day: key }) : undefined}
          onMove={canEdit ? (move) => setProposed({ session: move.session, to: proposalOf(move, view === 'week' ? 'day' : lanes) }) : null}
        />
      ) : (
        <Agenda columns={board} />
      )}
      {proposed && <SessionDialog session={proposed.session} proposed={proposed.to} onClose={() => setProposed(null)} />}
    </div>
  )
}
