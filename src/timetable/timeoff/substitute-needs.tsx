import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './timeoff.client.ts'
import { useDay } from '#ui/use-day.ts'
import css from './timeoff.module.css'

/** Most sessions listed; the others are only counted. */
const listed = 20

/** The upcoming sessions whose trainer is away, by date, until each has another trainer. */
export function SubstituteNeeds() {
  const t = useTranslations('timeoff')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const { data } = useQuery({ queryKey: ['timeOff', 'needs'], queryFn: () => api.timeOff.needs() })
  if (!data || data.count === 0) return null
  return (
    <section className={css['needs']} aria-labelledby="needs-trainer">
      <h2 id="needs-trainer">{t('needs.title')}</h2>
      <p className={css['warning']}>{t('needs.text', { count: data.count })}</p>
      <ul>
        {data.rows.slice(0, listed).map((row) => (
          <li key={row.id}>
            <Link to="/services/session" search={{ id: row.id }}>
              {day(row.day)} <span className="ltr">{`${row.startingTime}–${row.endingTime}`}</span> <bdi>{row.batchName}</bdi>
            </Link>{' '}
            · <bdi>{row.trainerName}</bdi>
          </li>
        ))}
      </ul>
      {data.count > listed && <p>{t('needs.more', { count: data.count - listed })}</p>}
    </section>
  )
}
