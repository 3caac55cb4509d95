import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useHere } from '#business/setup/here.ts'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { useTrialOver } from '#ui/trial-over.tsx'
import { useMedia } from '#ui/use-media.ts'
import { Agenda } from './agenda.tsx'
import { CalendarTools } from './calendar-tools.tsx'
import { allClosuresQuery, calendarQuery } from './calendar.queries.ts'
import css from './calendar.module.css'
import { daysOf, minutesOf, timeOf } from './calendar.rules.ts'
import { ClosedHalls } from './closed-halls.tsx'
import { closedOn } from './closed.rules.ts'
import type { Closure } from './closure.contract.ts'
import { ClosureDialog } from './closures-dialog.tsx'
import { useCancelled } from './cancelled.tsx'
import { MonthCalendar } from './month.tsx'
import { SessionBoard } from './session-board.tsx'
import { SessionDialog, type Proposed } from './session-dialog.tsx'
import type { Session } from './session.contract.ts'
import { useMay } from './sessions.client.ts'
import { useBoardColumns, laneKeyOf, type BoardLanes } from './use-board-columns.ts'
import { useCalendarState } from './use-calendar-state.ts'
import type { SessionMove } from './use-session-move.ts'
import type { BoardSlot } from './use-slot.ts'
import { WeekStrip } from './week-strip.tsx'

/** An empty slot of the calendar, with the trainer or hall of its lane. Times are HH:mm where the business is. */
export type CalendarSlot = { day: string; startingTime: string; endingTime: string; trainer?: string; hall?: string }

/** What rooms above add to the calendar: a session next to it, and what can be added in an empty slot. */
type Parts = {
  panel?: (id: string, known: Session | undefined, close: () => void) => ReactNode
  add?: (slot: CalendarSlot, close: () => void) => ReactNode
}

/** The change that a move on the board proposes: another day, trainer or hall, and the new hours. */
function proposalOf({ session, column, start }: SessionMove, lanes: BoardLanes): Proposed {
  const length = minutesOf(session.endingTime) - minutesOf(session.startingTime)
  const times = { startingTime: timeOf(start), endingTime: timeOf(start + length) }
  if (lanes === 'day') return { ...times, day: column }
  return lanes === 'trainer' ? { ...times, trainer: column } : { ...times, hall: laneKeyOf(column) }
}

/** The slot that was chosen on the board, as its column says. */
function calendarSlotOf({ column, from, to }: BoardSlot, lanes: BoardLanes, day: string): CalendarSlot {
  const times = { startingTime: timeOf(from), endingTime: timeOf(to) }
  if (lanes === 'day') return { ...times, day: column }
  const key = laneKeyOf(column)
  return { ...times, day, ...(key === null ? {} : { [lanes]: key }) }
}

/** The calendar of sessions by day, week, month and as a list (product 6, Calendar). */
export function Calendar({ canEdit, panel, add }: { canEdit: boolean } & Parts) {
  const t = useTranslations('sessions.calendar')
  const { data: progress } = useQuery(progressQuery)
  const now = useHere()
  const [state, setState, searchOf] = useCalendarState(now.day)
  const [proposed, setProposed] = useState<{ session: Session; to: Proposed } | null>(null)
  const [slot, setSlot] = useState<BoardSlot | null>(null)
  const [closure, setClosure] = useState<Closure | null>(null)
  const isWide = useMedia('(width >= 760px)')
  const isOver = useTrialOver()
  const { view, day } = state
  const firstWeekday = progress?.country.firstWeekday ?? 0
  const days = daysOf(view, day, firstWeekday)
  const query = useQuery({
    ...calendarQuery(isWide || view !== 'day' ? view : 'week', day, firstWeekday, state),
    enabled: progress !== undefined,
  })
  // A trainer may not list closures; their days without sessions show as much.
  const closures = useQuery({ ...allClosuresQuery, enabled: useMay('closures.list') })
  const mayReopen = useMay('closures.remove')
  const batches = useQuery(batchOptionsQuery)
  const shownClosures = (closures.data ?? []).filter(({ hall }) => !state.hall || hall === null || hall === state.hall)
  const closedOnDay = closedOn(shownClosures, day)
  const cancelled = useCancelled(query.data?.rows ?? [])
  const { rows } = cancelled
  const isDay = view === 'day' || (!isWide && view === 'week')
  const lanes: BoardLanes = view === 'day' && isWide ? state.lanes : 'day'
  const columns = useBoardColumns({
    days: lanes === 'day' && isDay ? [day] : days,
    day,
    lanes,
    rows,
    hidden: cancelled.hidden,
    closures: shownClosures,
    now,
  })
  const mayChange = canEdit && !isOver
  const open = (row: Session) => setState({ session: row.id })
  const close = () => {
    const before = document.querySelector<HTMLElement>(`[data-session="${CSS.escape(state.session)}"]`)
    setState({ session: '' })
    before?.focus()
  }
  // A business without batches has nothing to put on the board yet.
  const isNew = rows.length === 0 && batches.data?.total === 0
  const board = (
    <SessionBoard
      columns={columns}
      dayLink={view === 'week' ? (key) => searchOf({ view: isWide ? 'day' : 'agenda', day: key }) : undefined}
      onMove={mayChange ? (move) => setProposed({ session: move.session, to: proposalOf(move, lanes) }) : null}
      onOpen={panel && open}
      openId={state.session}
      onSlot={mayChange && add ? setSlot : null}
      slot={slot}
      onClosed={mayReopen && mayChange ? setClosure : undefined}
    />
  )
  const shown =
    view === 'month' ? (
      <MonthCalendar
        days={days}
        month={day.slice(0, 7)}
        today={now.day}
        byDay={Map.groupBy(rows, (row) => row.day)}
        closures={shownClosures}
        dayLink={(key) => searchOf({ view: 'day', day: key })}
        onOpen={panel && open}
      />
    ) : isNew || (view === 'agenda' && rows.length === 0) ? (
      <State
        title={isDay && closedOnDay.day ? t('closed', { label: closedOnDay.day.label }) : t('none')}
        text={t('noneText')}
        action={
          <Link className={buttonClass('outline')} to="/services" search={{ tab: 'batches' }}>
            {t('batches')}
          </Link>
        }
      />
    ) : view === 'agenda' ? (
      <Agenda columns={columns} onOpen={panel && open} />
    ) : (
      board
    )

  return (
    <div className={css['layout']} data-panel={state.session !== '' && panel !== undefined}>
      <div className={css['calendar']}>
        <CalendarTools
          state={state}
          setState={setState}
          days={days}
          today={now.day}
          canEdit={canEdit}
          rows={query.data ? rows.filter((row) => !isDay || row.day === day) : null}
          cancelled={cancelled.button}
        />
        {isWide === false && isDay && (
          <WeekStrip
            days={daysOf('week', day, firstWeekday)}
            day={day}
            today={now.day}
            rows={rows}
            link={(key) => searchOf({ day: key })}
          />
        )}
        {query.data?.isCapped && <p role="status">{t('capped')}</p>}
        {lanes === 'trainer' && <ClosedHalls closed={closedOnDay} />}
        {query.isError ? <Failed retry={() => void query.refetch()} /> : query.data ? shown : <Skeleton rows={10} />}
        {mayChange && add && !isNew && view !== 'month' && view !== 'agenda' && <p className={css['hint']}>{t('hint')}</p>}
      </div>
      {state.session !== '' &&
        panel?.(
          state.session,
          query.data?.rows.find(({ id }) => id === state.session),
          close,
        )}
      {slot && add?.(calendarSlotOf(slot, lanes, day), () => setSlot(null))}
      {closure && <ClosureDialog closure={closure} onClose={() => setClosure(null)} />}
      {proposed && <SessionDialog session={proposed.session} proposed={proposed.to} onClose={() => setProposed(null)} />}
    </div>
  )
}
