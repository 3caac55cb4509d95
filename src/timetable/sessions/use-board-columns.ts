import { useTranslations } from 'use-intl'
import { useDay } from '#ui/use-day.ts'
import type { BoardColumn } from './board.rules.ts'
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
  closed,
  now,
}: {
  days: readonly string[]
  day: string
  lanes: BoardLanes
  rows: readonly Session[]
  /** The cancelled sessions that are not shown. */
  hidden: readonly Session[]
  /** The closed days with their labels. */
  closed: ReadonlyMap<string, string>
  now: { day: string; time: string }
}): BoardColumn[] {
  const t = useTranslations('sessions.calendar')
  const dayText = useDay()
  const nowOn = (on: string) => (on === now.day ? now.time : undefined)
  if (lanes === 'day')
    return days.map((key) => ({
      key,
      label: `${dayText(key, { weekday: 'short' })} ${dayText(key, { day: 'numeric' })}`,
      note: key === now.day ? t('today') : undefined,
      closed: closed.get(key),
      now: nowOn(key),
      hidden: hidden.filter((row) => row.day === key).length,
      sessions: rows.filter((row) => row.day === key),
    }))
  const groups = Map.groupBy(rows, (row) => (lanes === 'trainer' ? row.trainer : (row.hall ?? none)))
  if (groups.size === 0) groups.set(none, [])
  return [...groups].map(([key, own]) => ({
    key,
    label: own.length === 0 ? t('none') : lanes === 'trainer' ? (own[0]?.trainerName ?? '') : (own[0]?.hallTitle ?? t('unassigned')),
    closed: closed.get(day),
    now: nowOn(day),
    sessions: own,
  }))
}
