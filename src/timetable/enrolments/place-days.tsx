import { useTranslations } from 'use-intl'
import { useDay } from '#ui/use-day.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { lastDay } from './enrolment.rules.ts'

/** From when to when a place has sessions, and that it makes no bills while its customer is blocked. */
export function PlaceDays({ row }: { row: Enrolment }) {
  const t = useTranslations('enrolments')
  const day = useDay()
  const days = `${day(row.startDate)} – ${day(lastDay(row))}`
  return row.isBlocked ? t('blocked', { days }) : days
}
