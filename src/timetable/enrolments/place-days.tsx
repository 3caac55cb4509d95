import { useTranslations } from 'use-intl'
import { useDay } from '#ui/use-day.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { lastDay } from './enrolment.rules.ts'

/** A place's first and last day with sessions, and a note that it is not billed while its customer is blocked. */
export function PlaceDays({ row }: { row: Enrolment }) {
  const t = useTranslations('enrolments')
  const day = useDay()
  const days = `${day(row.startDate)} – ${day(lastDay(row))}`
  return row.isBlocked ? t('blocked', { days }) : days
}
