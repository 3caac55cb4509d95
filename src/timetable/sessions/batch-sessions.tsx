import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './sessions.client.ts'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import css from '#timetable/batches/batches.module.css'

/** Every session of a batch, month by month; each opens its roster. */
export function BatchSessions({ batch }: { batch: Batch }) {
  const t = useTranslations('sessions')
  const date = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const range = { from: batch.startDate, to: batch.endDate, batch: batch.id }
  const query = useQuery({ queryKey: ['sessions', 'batch', range], queryFn: () => api.sessions.list(range) })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  if (query.data.rows.length === 0) return <State title={t('calendar.none')} />
  return (
    <div className={css['months']}>
      {[...Map.groupBy(query.data.rows, ({ day }) => day.slice(0, 7))].map(([month, rows]) => (
        <section key={month} aria-label={date(`${month}-01`, { month: 'long', year: 'numeric' })}>
          <h2>{date(`${month}-01`, { month: 'long', year: 'numeric' })}</h2>
          <ul className={css['sessions']}>
            {rows.map((row) => (
              <li key={row.id}>
                <Link className={css['session']} data-off={row.state === 'cancelled'} to="/services/session" search={{ id: row.id }}>
                  <strong>{date(row.day)}</strong>
                  <span className="ltr">{`${row.startingTime}–${row.endingTime}`}</span>
                  <span className={css['sessionWho']} dir="auto">
                    {row.trainerName}
                  </span>
                  <span>
                    {row.state === 'cancelled' ? (
                      <Status tone="warn">{row.reason ?? t('states.cancelled')}</Status>
                    ) : (
                      t('calendar.seats', { booked: row.booked, capacity: row.capacity })
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
