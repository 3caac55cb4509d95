import { Link } from '@tanstack/react-router'
import { useEffect, useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Batch } from '#features/batches/batch.contract.ts'
import { useServiceTypes } from '#features/services/names.ts'
import { buttonClass } from '#ui/button.tsx'
import { State } from '#ui/page.tsx'
import { surfaceClass } from '#ui/surface.tsx'
import css from './home.module.css'
import { lanesOf } from './today.rules.ts'

/** Day and time of an instant where the business is. */
function hereAt(now: Date, timeZone: string): { day: string; hours: number; time: string } {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hours: Number(parts['hour']) + Number(parts['minute']) / 60,
    time: `${parts['hour']}:${parts['minute']}`,
  }
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const share = (value: number) => `${(value * 100).toFixed(2)}%`

/** Today's lanes: trainers as lanes, hours across, the now-line with the ball (product 6). */
export function Today({ batches, timeZone }: { batches: readonly Batch[]; timeZone: string }) {
  const t = useTranslations('home')
  const { byId } = useServiceTypes()
  const here = hereAt(useNow(), timeZone)
  const { lanes, firstHour, lastHour } = lanesOf(batches, here.day)
  if (lanes.length === 0) {
    return (
      <State
        title={t('lanes.none')}
        text={t('lanes.noneText')}
        action={
          <Link className={buttonClass('outline')} to="/services/add" search={{ kind: 'batch' } as never}>
            {t('addBatch')}
          </Link>
        }
      />
    )
  }
  const nowAt = (here.hours - firstHour) / (lastHour - firstHour)
  const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index)
  return (
    <div className={css['region']} role="region" aria-label={t('lanes.title')} tabIndex={0}>
      <div className={css['lanes']}>
        <div className={css['hours']} aria-hidden="true">
          <span />
          <div className={css['track']}>
            {hours.map((hour, index) => (
              <span key={hour} className={css['hour']} style={{ '--at': share(index / hours.length) } as CSSProperties}>
                {String(hour).padStart(2, '0')}
              </span>
            ))}
          </div>
        </div>
        {lanes.map((lane) => (
          <div key={lane.trainer} className={css['lane']}>
            <span className={css['who']}>{lane.name}</span>
            <div className={css['track']}>
              {lane.slots.map(({ batch, at, span }) => (
                <Link
                  key={batch.id}
                  className={`${css['slot']} ${surfaceClass(byId.get(batch.serviceType)?.surface)}`}
                  style={{ '--at': share(at), '--span': share(span) } as CSSProperties}
                  to="/services/edit"
                  search={{ kind: 'batch', id: batch.id } as never}
                >
                  <strong>{batch.name}</strong>
                  <span className="ltr">{`${batch.startingTime}–${batch.endingTime}`}</span>
                </Link>
              ))}
            </div>
          </div>
        ))}
        {nowAt >= 0 && nowAt <= 1 && (
          <div className={css['now']} role="img" aria-label={t('lanes.now', { time: here.time })}>
            <span className={css['nowLine']} style={{ '--at': share(nowAt) } as CSSProperties} />
          </div>
        )}
      </div>
    </div>
  )
}
