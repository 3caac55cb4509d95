import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { addDays, daysBetween } from '#lib/days.ts'
import { useMay } from './attendance.client.ts'
import { weeksQuery } from './attendance.queries.ts'
import type { AttendanceWeeks } from './attendance.contract.ts'
import { attendanceMarks } from './attendance.rules.ts'
import { drawnWeeks } from './recent.rules.ts'
import axis from '#ui/charts/chart-axis.module.css'
import type { ChartStyle } from '#ui/charts/chart-axis.ts'
import { ChartBlock, ChartPart } from '#ui/charts/chart-block.tsx'
import { ChartDot } from '#ui/charts/dots.tsx'
import { useMarks } from '#ui/charts/marks.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './customer-weeks.module.css'

type Lane = AttendanceWeeks['batches'][number]

/** Every so many weeks has its first day written below the lanes. */
const labelled = 3

/** Which of the drawn weeks a day is in. */
const weekOf = ({ from }: AttendanceWeeks, day: string) => Math.floor(daysBetween(from, day) / 7)

/** Where the sessions of a lane are, in percent: in even parts of their week, so that those of two days in a row keep apart. */
function placesOf(weeks: AttendanceWeeks, sessions: Lane['sessions']): number[] {
  const all = sessions.map(({ day }) => weekOf(weeks, day))
  return all.map((week, at) => {
    const [first, count] = [all.indexOf(week), all.filter((one) => one === week).length]
    return (100 * (week + (at - first + 0.5) / count)) / drawnWeeks
  })
}

/** How often someone came of the sessions with a mark, in words. */
function useSum(weeks: AttendanceWeeks): string {
  const t = useTranslations('enrolments.attendance.weeks')
  const format = useFormatter()
  const marks = weeks.batches.flatMap(({ sessions }) => sessions.flatMap(({ mark }) => (mark === 'booked' ? [] : mark)))
  if (marks.length === 0) return t('noMark')
  const late = marks.filter((mark) => mark === 'late').length
  const came = late + marks.filter((mark) => mark === 'present').length
  const percent = format.number(came / marks.length, { style: 'percent', maximumFractionDigits: 0 })
  return t('sum', { came, count: marks.length, late, percent })
}

function Chart({ weeks }: { weeks: AttendanceWeeks }) {
  const t = useTranslations('enrolments.attendance')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const short = useDay({ day: 'numeric', month: 'short' })
  const sum = useSum(weeks)
  const all = weeks.batches
    .flatMap(({ batchName, sessions }) =>
      sessions.map((one) => ({ ...one, batchName, when: `${day(one.day)} \u2066${one.startingTime}\u2069`, word: t(`marks.${one.mark}`) })),
    )
    .toSorted((a, b) => `${a.day} ${a.startingTime}`.localeCompare(`${b.day} ${b.startingTime}`))
  const found = new Map(all.map((one) => [one.session, one]))
  const labelOf = (session: string) => {
    const one = found.get(session)
    return one && `${one.batchName}, ${one.when}: ${one.word}`
  }
  const { shown, tapped, around, mark } = useMarks(all.map(({ session }) => session))
  const marks = attendanceMarks.filter((one) => all.some((session) => session.mark === one))
  return (
    <ChartBlock
      title={t('weeks.title')}
      note={all.length > 0 && sum}
      exportName="attendance"
      none={all.length === 0 && t('weeks.none')}
      said={tapped === null ? undefined : labelOf(tapped)}
      sheet={() => ({
        header: [t('weeks.batch'), t('weeks.day'), t('weeks.time'), t('title')],
        rows: all.map(({ batchName, day: date, startingTime, word }) => [batchName, date, startingTime, word]),
      })}
      table={{
        columns: [t('weeks.session'), t('weeks.batch'), t('title')],
        rows: all.toReversed().map(({ session, when, batchName, word }) => ({ key: session, cells: [when, batchName, word] })),
      }}
      foot={
        all.length > 0 && (
          <ul className={css['legend']}>
            {marks.map((one) => (
              <li key={one}>
                <ChartDot dot={one} /> {t(`marks.${one}`)}
              </li>
            ))}
          </ul>
        )
      }
    >
      <div className={css['lanes']} {...around}>
        {weeks.batches.map(({ batch, batchName, sessions }) => {
          const places = placesOf(weeks, sessions)
          return (
            <div key={batch} className={css['lane']} data-dense={sessions.length > 30}>
              <span className={css['name']} dir="auto">
                {batchName}
              </span>
              <span className={css['line']} role="group" aria-label={batchName}>
                {sessions.map((one, index) => (
                  <ChartPart
                    key={one.session}
                    mark={mark(one.session)}
                    place={{ to: '/services/session', search: { id: one.session } }}
                    label={labelOf(one.session) ?? ''}
                    className={css['mark']}
                    style={{ '--at': `${places[index]}%` } as ChartStyle}
                  >
                    <ChartDot dot={one.mark} />
                    {shown === one.session && (
                      <span className={`${axis['card']} ${css['card']}`} data-side={(places[index] ?? 0) > 50 ? 'start' : 'end'}>
                        <b>{found.get(one.session)?.when}</b>
                        {t(`marks.${one.mark}`)}
                      </span>
                    )}
                  </ChartPart>
                ))}
              </span>
            </div>
          )
        })}
        <div className={css['lane']} aria-hidden="true">
          <span />
          <span className={css['days']}>
            {Array.from({ length: drawnWeeks / labelled }, (_, week) => addDays(weeks.from, 7 * labelled * week)).map((date) => (
              <span key={date} style={{ '--at': `${(100 * weekOf(weeks, date)) / drawnWeeks}%` } as ChartStyle}>
                {short(date)}
              </span>
            ))}
            <span className={css['today']}>{t('weeks.today')}</span>
          </span>
        </div>
      </div>
    </ChartBlock>
  )
}

/** The last twelve weeks of a customer: a lane for each batch with a dot for each session, today at its end. */
export function CustomerWeeks({ customer }: { customer: string }) {
  const maySee = useMay('attendance.weeks')
  const query = useQuery({ ...weeksQuery(customer), enabled: maySee })
  if (!maySee) return null
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  return query.data ? <Chart weeks={query.data} /> : <Skeleton rows={3} />
}
