import { useTranslations } from 'use-intl'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import { useDay } from '#ui/use-day.ts'
import type { AttendanceSheet } from './attendance.contract.ts'

/** How the places of each session so far were taken: who came, who missed it, who has no mark yet, and what stayed free. */
export function AttendanceChart({ sheet, today, exportName }: { sheet: AttendanceSheet; today: string; exportName: string }) {
  const t = useTranslations('enrolments.attendance.chart')
  const day = useDay()
  const past = sheet.sessions.filter((session) => session.day <= today)
  const marksOf = (session: string) => sheet.marks.filter((mark) => mark.session === session)
  return (
    <SeriesChart
      title={t('title')}
      note={t('note')}
      exportName={exportName}
      first={t('session')}
      total={t('places')}
      isStacked
      none={past.length === 0 && t('none')}
      series={[
        { key: 'came', name: t('came'), look: 'bar', tone: 'turf' },
        { key: 'missed', name: t('missed'), look: 'bar', tone: 'neutral' },
        { key: 'unmarked', name: t('unmarked'), look: 'hatched', tone: 'neutral' },
        { key: 'free', name: t('free'), look: 'free', tone: 'neutral' },
      ]}
      points={past.map(({ id, day: date, startingTime, booked, capacity }) => {
        const marks = marksOf(id)
        const came = marks.filter(({ mark }) => mark === 'present' || mark === 'late').length
        return {
          key: id,
          label: day(date, { day: 'numeric', month: 'numeric' }),
          fullName: `${day(date, { weekday: 'short', day: 'numeric', month: 'long' })} \u2066${startingTime}\u2069`,
          file: date,
          link: { to: '/services/session', search: { id } },
          values: {
            came,
            missed: marks.length - came,
            // A mark stays when its person is no longer expected.
            unmarked: Math.max(booked - marks.length, 0),
            free: Math.max(capacity - Math.max(booked, marks.length), 0),
          },
        }
      })}
    />
  )
}
