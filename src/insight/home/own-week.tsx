import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useDay } from '#ui/use-day.ts'
import type { Today } from './home.contract.ts'
import css from './needs.module.css'

/** A trainer's sessions of the seven days after today; each opens its roster. */
export function Week({ week }: { week: NonNullable<Today['own']>['week'] }) {
  const t = useTranslations('home.week')
  const day = useDay({ weekday: 'long', day: 'numeric', month: 'short' })
  return (
    <section className={css['needs']} aria-labelledby="week">
      <h2 id="week">{t('title')}</h2>
      {week.length === 0 && <p className={css['note']}>{t('none')}</p>}
      {[...Map.groupBy(week, (meeting) => meeting.day)].map(([date, meetings]) => (
        <section key={date} className={css['kind']} aria-labelledby={`week-${date}`}>
          <h3 id={`week-${date}`}>{day(date)}</h3>
          <ul>
            {meetings.map(({ id, name, startingTime, endingTime, booked, capacity }) => (
              <li key={id}>
                <Link className={css['row']} to="/services/session" search={{ id }}>
                  <strong dir="auto">{name}</strong>
                  <span className={css['note']}>
                    <span className="ltr">{`${startingTime}–${endingTime}`}</span>
                    {', '}
                    {t('booked', { booked, capacity })}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
