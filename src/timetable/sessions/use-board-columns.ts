import { useTranslations } from 'use-intl'
import { useDay } from '#ui/use-day.ts'
import type { BoardColumn } from './board.rules.ts'
import { closedOn } from './closed.rules.ts'
import type { Closure } from './closure.contract.ts'
import type { Session } from './session.contract.ts'

/** What the columns of the board are: days, or one day's trainers or halls. */
export type BoardLanes = 'day' | 'trainer' | 'hall'

/** The key of the lane of sessions without a hall, and of an empty day. */
const none = 'none'

/** The trainer or hall of a lane; null for the lane without one. */
export const laneKeyOf = (column: string): string | null => (column === none ? null : column)

/** The columns of the board: a day each, or a trainer or hall of one day each. */
export function useBoardColumns({
  days,
  day,
  lanes,
  rows,
  hidden,
  closures,
  now,
}: {
  days: readonly string[]
  day: string
  lanes: BoardLanes
  rows: readonly Session[]
  /** The cancelled sessions that are not shown. */
  hidden: readonly Session[]
  closures: readonly Closure[]
  now: { day: string; time: string }
}): BoardColumn[] {
  const t = useTranslations('sessions.calendar')
  const dayText = useDay()
  const nowOn = (on: string) => (on === now.day ? now.time : undefined)
  if (lanes === 'day')
    return days.map((key) => {
      const closed = closedOn(closures, key)
      return {
        key,
        label: `${dayText(key, { weekday: 'short' })} ${dayText(key, { day: 'numeric' })}`,
        note: key === now.day ? t('today') : undefined,
        closed: closed.day?.label,
        closedHalls: closed.halls,
        closedHours: closed.hours,
        now: nowOn(key),
        hidden: hidden.filter((row) => row.day === key).length,
        sessions: rows.filter((row) => row.day === key),
      }
    })
  const groups = Map.groupBy(rows, (row) => (lanes === 'trainer' ? row.trainer : (row.hall ?? none)))
  // A hall whose sessions are all cancelled has a lane too, which says why.
  const { halls, hours } = closedOn(closures, day)
  const titles = new Map([...halls, ...hours].map(({ hall, hallTitle }) => [hall, hallTitle]))
  if (lanes === 'hall') for (const hall of titles.keys()) if (hall !== null && !groups.has(hall)) groups.set(hall, [])
  if (groups.size === 0) groups.set(none, [])
  return [...groups].map(([key, own]) => {
    const closed = closedOn(closures, day, lanes === 'hall' ? laneKeyOf(key) : null)
    const name = lanes === 'trainer' ? own[0]?.trainerName : (own[0]?.hallTitle ?? titles.get(key))
    return {
      key,
      label: name ?? (own.length === 0 ? t('none') : t('unassigned')),
      closed: closed.day?.label ?? closed.halls[0]?.label,
      closedHours: closed.hours,
      now: nowOn(day),
      sessions: own,
    }
  })
}
