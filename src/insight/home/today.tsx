import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import type { Here } from '#lib/zones.ts'
import { surfaceClass } from '#ui/surface.tsx'
import { useMedia } from '#ui/use-media.ts'
import type { Meeting } from './home.contract.ts'
import css from './today.module.css'
import { lanesOf } from './today.rules.ts'

const percent = (value: number) => `${(value * 100).toFixed(2)}%`
const hours = ({ startingTime, endingTime }: Meeting) => `${startingTime}–${endingTime}`

type Props = { meetings: readonly Meeting[]; here: Here }

function None() {
  const t = useTranslations('home.lanes')
  return (
    <li className={css['none']}>
      <strong>{t('none')}</strong>
      <span>{t('noneText')}</span>
    </li>
  )
}

/** A wide window's day: trainers as lanes, hours across, the now-line with the ball (product 6). */
function Lanes({ meetings, here }: Props) {
  const t = useTranslations('home.lanes')
  const { lanes, firstHour, lastHour } = lanesOf(meetings, here.hours)
  const length = lastHour - firstHour
  const nowAt = (here.hours - firstHour) / length
  return (
    <div className={css['board']}>
      <div className={css['hours']} aria-hidden="true">
        {Array.from({ length }, (_, index) => (
          <span key={index} className={css['hour']} style={{ '--at': percent(index / length) }}>
            {String(firstHour + index).padStart(2, '0')}
          </span>
        ))}
      </div>
      <ol>
        {meetings.length === 0 && <None />}
        {lanes.map((lane, index) => (
          <li key={lane.trainer} className={css['lane']}>
            <span className={css['bib']} aria-hidden="true">
              {index + 1}
            </span>
            <span className={css['who']}>
              <span className={css['name']} dir="auto">
                {lane.name}
              </span>
            </span>
            <ul className={css['track']}>
              {lane.slots.map(({ meeting, at, span }) => (
                <li key={meeting.id} style={{ '--at': percent(at), '--span': percent(span) }}>
                  <Link
                    className={`${css['slot']} ${surfaceClass(meeting.surface)}`}
                    data-over={meeting.endingTime <= here.time}
                    title={t('seats', { name: meeting.name, booked: meeting.booked, capacity: meeting.capacity })}
                    to="/services/session"
                    search={{ id: meeting.id }}
                  >
                    <strong className={css['name']} dir="auto">
                      {meeting.name}
                    </strong>
                    <span className={css['facts']}>
                      <span className="ltr">
                        {meeting.booked}/{meeting.capacity}
                      </span>
                      <span className="ltr">{hours(meeting)}</span>
                      <span className="hidden-text">{t('with', { trainer: lane.name })}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {meetings.length > 0 && nowAt >= 0 && nowAt <= 1 && (
        <div className={css['now']}>
          <span className={css['line']} style={{ '--at': percent(nowAt) }} role="img" aria-label={t('now', { time: here.time })} />
        </div>
      )}
    </div>
  )
}

/** A narrow window's day: the same meetings stacked, with the now-line between them. */
function Agenda({ meetings, here }: Props) {
  const t = useTranslations('home.lanes')
  const passed = meetings.findIndex((meeting) => meeting.endingTime > here.time)
  const nowBefore = passed === -1 ? meetings.length : passed
  const now = (
    <li className={css['nowRow']}>
      <span className={css['nowBall']} aria-hidden="true" />
      <span>{t('now', { time: here.time })}</span>
    </li>
  )
  return (
    <ol className={css['agenda']}>
      {meetings.length === 0 && <None />}
      {meetings.map((meeting, index) => (
        <Fragment key={meeting.id}>
          {index === nowBefore && now}
          <li>
            <Link className={css['meeting']} data-over={meeting.endingTime <= here.time} to="/services/session" search={{ id: meeting.id }}>
              <span className={`${css['time']} ltr`}>{hours(meeting)}</span>
              <span className={`${css['bar']} ${surfaceClass(meeting.surface)}`} aria-hidden="true" />
              <span className={css['what']}>
                <strong className={css['name']} dir="auto">
                  {meeting.name}
                </strong>
                <span className={css['name']} dir="auto">
                  {meeting.trainerName}
                </span>
                <span>{t('booked', { booked: meeting.booked, capacity: meeting.capacity })}</span>
              </span>
            </Link>
          </li>
        </Fragment>
      ))}
      {meetings.length > 0 && nowBefore === meetings.length && now}
    </ol>
  )
}

/** Today's sessions for the window's width; the server renders both layouts, and the styles show the one that fits. */
export function TodaySessions(props: Props) {
  const isWide = useMedia('(width >= 760px)')
  if (isWide !== null) return isWide ? <Lanes {...props} /> : <Agenda {...props} />
  return (
    <>
      <div className={css['ifWide']}>
        <Lanes {...props} />
      </div>
      <div className={css['ifNarrow']}>
        <Agenda {...props} />
      </div>
    </>
  )
}
