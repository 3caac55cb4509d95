import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useZone } from '#business/setup/here.ts'
import { hereAt } from '#lib/zones.ts'
import type { MarkInput } from '#timetable/attendance/attendance.contract.ts'
import { rosterQuery } from '#timetable/attendance/attendance.queries.ts'
import { sendMarks } from '#timetable/attendance/mark-queue.ts'
import { Button } from '#ui/button.tsx'
import { PlaceLink } from '#ui/place-link.tsx'
import { useDay } from '#ui/use-day.ts'

/** The queue of marks: how many wait for which session and since when. They are sent by themselves once it is possible. */
export default function WaitingMarks({ marks, onClose }: { marks: readonly MarkInput[]; onClose: () => void }) {
  const t = useTranslations('app.unsent')
  const zone = useZone()
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const sessions = [...Map.groupBy(marks, ({ session }) => session)]
  const rosters = useQueries({ queries: sessions.map(([session]) => rosterQuery(session)) })
  return (
    <>
      <h2>{t('panel')}</h2>
      <p>{t('automatic')}</p>
      <ul>
        {sessions.map(([id, waiting], at) => {
          const session = rosters[at]?.data?.session
          const since = waiting.map(({ markedAt }) => markedAt).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? ''
          return (
            <li key={id}>
              <PlaceLink place={{ to: '/services/session', search: { id } }} onClick={onClose}>
                <bdi>{session?.batchName ?? t('session')}</bdi>
              </PlaceLink>
              {session && (
                <span>
                  {day(session.day)} <span className="ltr">{session.startingTime}</span>
                </span>
              )}
              <span>{t('since', { count: waiting.length, time: hereAt(new Date(since), zone).time })}</span>
            </li>
          )
        })}
      </ul>
      <div>
        <Button onClick={() => void sendMarks()}>{t('send')}</Button>
      </div>
    </>
  )
}
