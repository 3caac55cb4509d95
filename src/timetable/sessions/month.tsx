import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { surfaceClass } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { useIsPhone } from '#ui/use-media.ts'
import { closedOn } from './closed.rules.ts'
import { useClosedText } from './closed-text.ts'
import type { Closure } from './closure.contract.ts'
import css from './month.module.css'
import { openHere } from './session-block.tsx'
import type { Session } from './session.contract.ts'

/** Sessions shown per day of the month; the rest are counted. */
const shown = 3

/** The whole weeks of a month: the first three sessions of each day, and links to the rest. */
export function MonthCalendar({
  days,
  month,
  today,
  byDay,
  closures,
  dayLink,
  onOpen,
}: {
  days: string[]
  /** YYYY-MM */
  month: string
  today: string
  byDay: Map<string, Session[]>
  closures: readonly Closure[]
  dayLink: (day: string) => Search
  onOpen?: ((session: Session) => void) | undefined
}) {
  const t = useTranslations('sessions.calendar')
  const dayText = useDay()
  const closedText = useClosedText()
  // A phone's columns have room for a letter.
  const weekday = useIsPhone() ? 'narrow' : 'short'
  return (
    <div className={css['month']}>
      <ol className={css['week']} aria-hidden="true">
        {days.slice(0, 7).map((day) => (
          <li key={day}>{dayText(day, { weekday })}</li>
        ))}
      </ol>
      <ol className={css['days']}>
        {days.map((day) => {
          const rows = byDay.get(day) ?? []
          const closed = closedOn(closures, day)
          return (
            <li key={day} className={css['day']} data-other={!day.startsWith(month)} data-today={day === today}>
              <Link className={css['date']} to="." search={dayLink(day)} aria-label={dayText(day, { dateStyle: 'full' })}>
                {dayText(day, { day: 'numeric' })}
              </Link>
              {[...(closed.day ? [closed.day] : []), ...closed.halls, ...closed.hours].map((closure) => (
                <span key={closure.id} className={css['closed']}>
                  {closure.startingTime !== null && <span className="ltr">{`${closure.startingTime}–${closure.endingTime} `}</span>}
                  {closedText(closure)}
                </span>
              ))}
              <ul>
                {rows.slice(0, shown).map((row) => (
                  <li key={row.id}>
                    <Link
                      className={`${css['session']} ${surfaceClass(row.surface)}`}
                      data-off={row.state === 'cancelled'}
                      data-session={row.id}
                      onClick={(event) => openHere(event, row, onOpen)}
                      to="/services/session"
                      search={{ id: row.id }}
                    >
                      <span className="ltr">{row.startingTime}</span> <span dir="auto">{row.batchName}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              {rows.length > shown && (
                <Link className={css['more']} to="." search={dayLink(day)}>
                  {t('more', { count: rows.length - shown })}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
