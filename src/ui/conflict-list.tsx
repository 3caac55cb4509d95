import { useTranslations } from 'use-intl'
import type { Conflict } from '#lib/conflicts.ts'
import css from './conflict-list.module.css'
import { useDay } from './use-day.ts'

/** Number of conflicts listed; the rest is only counted. */
const listed = 8

/** Conflicts by date: the time and the conflicting batch. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const t = useTranslations('sessions.conflicts')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  if (conflicts.length === 0) return null
  return (
    <div className={css['conflicts']}>
      <p>{t('title', { count: conflicts.length })}</p>
      <ul>
        {conflicts.slice(0, listed).map((conflict) => (
          <li key={`${conflict.day} ${conflict.startingTime} ${conflict.part}`}>
            {day(conflict.day)} <span className="ltr">{`${conflict.startingTime}–${conflict.endingTime}`}</span>:{' '}
            {t(conflict.part, { batch: conflict.batchName })}
          </li>
        ))}
      </ul>
      {conflicts.length > listed && <p>{t('more', { count: conflicts.length - listed })}</p>}
    </div>
  )
}
