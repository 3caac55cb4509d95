import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import { useDay } from '#ui/use-day.ts'
import type { Session } from './session.contract.ts'
import css from './week-strip.module.css'

/** The days of a week in a narrow window: the one shown, and a dot for each that has sessions. */
export function WeekStrip({
  days,
  day,
  today,
  rows,
  link,
}: {
  days: readonly string[]
  day: string
  today: string
  rows: readonly Session[]
  link: (day: string) => Search
}) {
  const t = useTranslations('sessions.calendar')
  const dayText = useDay()
  return (
    <nav className={css['strip']} aria-label={t('week')}>
      {days.map((key) => (
        <Link
          key={key}
          to="."
          search={link(key)}
          resetScroll={false}
          aria-label={dayText(key, { dateStyle: 'full' })}
          aria-current={key === day ? 'date' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          data-today={key === today}
        >
          <span>{dayText(key, { weekday: 'narrow' })}</span>
          <strong>{dayText(key, { day: 'numeric' })}</strong>
          <i aria-hidden="true" data-some={rows.some((row) => row.day === key)} />
        </Link>
      ))}
    </nav>
  )
}
