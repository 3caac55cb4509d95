import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './attendance.client.ts'
import { useToday } from '#business/setup/here.ts'
import { addDays } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { StepButtons } from '#ui/step-buttons.tsx'
import { TableFrame } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { AttendanceChart } from './attendance-chart.tsx'
import type { AttendanceMark } from './attendance.rules.ts'
import css from '#timetable/enrolments/attendance-grid.module.css'

/** Weeks per view of the grid. */
const weeks = 8

/** The attendance grid: people as rows, sessions as columns, eight weeks at a time. */
export function AttendanceGrid({ batch }: { batch: string }) {
  const t = useTranslations('enrolments.attendance')
  const calendar = useTranslations('sessions.calendar')
  const format = useFormatter()
  const today = useToday()
  // An offset from today, since today may only be known after the first render.
  const [back, setBack] = useState(0)
  const to = addDays(today, -weeks * 7 * back)
  const range = { batch, from: addDays(to, -weeks * 7 + 1), to }
  const query = useQuery({ queryKey: ['attendance', 'grid', range], queryFn: () => api.attendance.grid(range) })
  const day = useDay()
  const { data } = query
  const marks = new Map<string, AttendanceMark>(data?.marks.map(({ session, enrolment, mark }) => [`${session} ${enrolment}`, mark]))
  const rateOf = (enrolment: string) => {
    const own = data?.sessions.map(({ id }) => marks.get(`${id} ${enrolment}`)).filter((mark) => mark !== undefined) ?? []
    return own.length === 0 ? null : own.filter((mark) => mark === 'present' || mark === 'late').length / own.length
  }
  return (
    <section className={css['grid']} aria-label={t('grid')}>
      <div className={css['tools']}>
        <StepButtons
          previous={{ label: calendar('previous'), run: () => setBack(back + 1) }}
          next={{ label: calendar('next'), run: () => setBack(back - 1), isOff: back === 0 }}
        />
        <span>{`${day(range.from)} – ${day(to)}`}</span>
      </div>
      {query.isError && <Failed retry={() => void query.refetch()} />}
      {!data && !query.isError && <Skeleton />}
      {data && (data.sessions.length === 0 || data.people.length === 0) && (
        <State title={data.sessions.length === 0 ? t('noSessions') : t('nobody')} />
      )}
      {data && data.sessions.length > 0 && data.people.length > 0 && (
        <AttendanceChart sheet={data} today={today} exportName={`attendance-${range.from}-${to}`} />
      )}
      {data && data.sessions.length > 0 && data.people.length > 0 && (
        <TableFrame label={t('grid')} look="sheet" className={css['marks']}>
          <thead>
            <tr>
              <th scope="col">{t('person')}</th>
              {data.sessions.map((session) => (
                <th
                  key={session.id}
                  scope="col"
                  aria-label={`${day(session.day, { day: 'numeric', month: 'short' })} ${session.startingTime}`}
                >
                  <Link
                    to="/services/session"
                    search={{ id: session.id }}
                    title={`${day(session.day, { dateStyle: 'full' })} ${session.startingTime}`}
                  >
                    <span>{day(session.day, { day: 'numeric' })}</span>
                    <span className={css['month']}>{day(session.day, { month: 'short' })}</span>
                  </Link>
                </th>
              ))}
              <th scope="col">{t('share')}</th>
            </tr>
          </thead>
          <tbody>
            {data.people.map((person) => {
              const rate = rateOf(person.enrolment)
              return (
                <tr key={person.enrolment}>
                  <th scope="row" dir="auto">
                    {fullName(person) || '–'}
                  </th>
                  {data.sessions.map((session) => {
                    const mark = marks.get(`${session.id} ${person.enrolment}`) ?? 'booked'
                    return (
                      <td key={session.id} aria-label={t(`marks.${mark}`)}>
                        <span className={css['mark']} data-mark={mark} title={t(`marks.${mark}`)} aria-hidden="true">
                          {t(`short.${mark}`)}
                        </span>
                      </td>
                    )
                  })}
                  <td className={css['rate']}>
                    {rate === null ? '–' : format.number(rate, { style: 'percent', maximumFractionDigits: 0 })}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </TableFrame>
      )}
    </section>
  )
}
