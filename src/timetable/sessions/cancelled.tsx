import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import css from './calendar.module.css'
import type { Session } from './session.contract.ts'

/** The sessions that a calendar shows, those it hides since they are cancelled, and a count of them with a button that shows them. */
export function useCancelled(sessions: readonly Session[]): { rows: Session[]; hidden: Session[]; button: ReactNode } {
  const t = useTranslations('sessions.calendar')
  const [isShown, setShown] = useState(false)
  const [planned, cancelled] = [
    sessions.filter(({ state }) => state !== 'cancelled'),
    sessions.filter(({ state }) => state === 'cancelled'),
  ]
  return {
    rows: isShown ? [...sessions] : planned,
    hidden: isShown ? [] : cancelled,
    button: cancelled.length > 0 && (
      <span className={css['cancelled']}>
        {t('cancelledCount', { count: cancelled.length })}
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t('hide') : t('show')}
        </Button>
      </span>
    ),
  }
}
