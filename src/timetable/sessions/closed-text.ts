import { useTranslations } from 'use-intl'
import type { Closure } from './closure.contract.ts'

/** Says why the business or a hall is closed, such as "Closed: Maintenance" or "North pitch closed: Private hire". */
export function useClosedText(): (closure: Pick<Closure, 'hallTitle' | 'label'>) => string {
  const t = useTranslations('sessions.calendar')
  return ({ hallTitle, label }) => (hallTitle === null ? t('closed', { label }) : t('closedHall', { hall: hallTitle, label }))
}
