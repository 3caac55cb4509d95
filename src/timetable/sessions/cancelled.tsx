import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import css from './calendar.module.css'
import type { Session } from './session.contract.ts'

/** The sessions that a calendar shows, and a line with the number of cancelled ones and a button that shows them. */
export function useWithoutCancelled(sessions: readonly Session[]): { rows: Session[]; line: ReactNode } {
  const t = useTranslations('sessions.calendar')
  const [isShown, setShown] = useState(false)
  const planned = sessions.filter(({ state }) => state !== 'cancelled')
  const count = sessions.length - planned.length
  return {
    rows: isShown ? [...sessions] : planned,
    line: count > 0 && (
      <p className={css['cancelled']}>
        {t('cancelledCount', { count })}
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('hide') : t('show')}
        </Button>
      </p>
    ),
  }
}
