import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { BatchEarns } from './batch-earns.tsx'
import { useHere } from '#business/setup/here.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { addDays, earlier, later } from '#lib/days.ts'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { PlaceBar } from '#ui/place-bar.tsx'
import { surfaceClass } from '#ui/surface.tsx'
import { useTrialOver } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './batch-summary.module.css'

/** How many days ahead the next session is looked for. */
const ahead = 30

/** How the places are taken. */
function Places({ batch }: { batch: Batch }) {
  const t = useTranslations('batches.summary')
  const format = useFormatter()
  const free = Math.max(batch.totalCandidates - batch.enrolled, 0)
  return (
    <section className={css['part']} aria-label={t('places')}>
      <h2>{t('places')}</h2>
      <p className={css['figure']}>
        {format.number(batch.enrolled)} <small>{t('of', { places: batch.totalCandidates })}</small>
      </p>
      <PlaceBar booked={batch.enrolled} capacity={batch.totalCandidates} />
      <p className={css['note']}>{t('free', { free, waiting: batch.waitlisted })}</p>
    </section>
  )
}

/** The session that is on or comes next, with a way to its roster. */
function NextSession({ batch }: { batch: Batch }) {
  const t = useTranslations('batches.summary')
  const day = useDay({ weekday: 'long', day: 'numeric', month: 'long' })
  const { day: today, now } = useHere()
  const [mayMark, isTrialOver] = [useMay('attendance.mark'), useTrialOver()]
  const from = later(today, batch.startDate)
  const range = { from, to: earlier(addDays(from, ahead), batch.endDate), batch: batch.id, state: 'scheduled' as const }
  const isOver = range.to < range.from
  const query = useQuery({ queryKey: ['sessions', 'next', range], queryFn: () => api.sessions.list(range), enabled: !isOver })
  const next = query.data?.rows.find(({ endsAt }) => Date.parse(endsAt) > now.getTime())
  const isMarkable = mayMark && !isTrialOver
  return (
    <section className={css['part']} aria-label={t('next')}>
      <h2>{t('next')}</h2>
      {query.isError ? (
        <Failed retry={() => void query.refetch()} />
      ) : !query.data && !isOver ? (
        <Skeleton rows={2} />
      ) : next ? (
        <>
          <p className={css['figure']}>
            {next.day === today ? t('today') : day(next.day)}{' '}
            <small>
              <span className="ltr whole">{`${next.startingTime}–${next.endingTime}`}</span>
            </small>
          </p>
          <p className={css['note']} dir="auto">
            {[next.trainerName, next.hallTitle].filter(Boolean).join(' · ')}
          </p>
          <Link className={buttonClass('outline')} to="/services/session" search={{ id: next.id }}>
            {t(isMarkable && next.day === today ? 'attendance' : 'roster')}
          </Link>
        </>
      ) : (
        <p className={css['note']}>{isOver ? t('over') : t('none', { days: ahead })}</p>
      )}
    </section>
  )
}

/** How an open batch is doing now: its places, the session that comes next, and for who sees money what the places earn. */
export function BatchSummary({ batch, surface }: { batch: Batch; surface: string }) {
  const seesMoney = useMay('finance.profit')
  return (
    <div className={`${css['summary']} ${surfaceClass(surface)}`}>
      <Places batch={batch} />
      <NextSession batch={batch} />
      {seesMoney && <BatchEarns batch={batch} />}
    </div>
  )
}
