import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './home.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { todayQuery } from './home.queries.ts'
import { cityOf, differs } from '#lib/zones.ts'
import { useHere, useZone } from '#business/setup/here.ts'
import { setupTasks } from '#business/setup/setup.rules.ts'
import { SetupTasks } from './setup-tasks.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Page, Skeleton } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useReader } from '#ui/use-reader.ts'
import css from './home.module.css'
import { hasNeeds, NeedsYou } from './needs.tsx'
import { OpenBooks } from './open-books.tsx'
import { useScoreFigures } from './figures.ts'
import { RevenueChart } from './revenue.tsx'
import { Score } from './score.tsx'
import { TodaySessions } from './today.tsx'
import { nextOf, rosterOf } from './today.rules.ts'
import { Week } from './own-week.tsx'

/**
 * /: the score line, today's lanes, what needs attention and the remaining setup (product 6); a trainer sees only
 * their own sessions and pay, an accountant only the books.
 */
export default function HomePage() {
  const t = useTranslations('home')
  const dayText = useDay({ weekday: 'long', day: 'numeric', month: 'long' })
  const canSell = useMay('sales.sell')
  const canEdit = useMay('batches.create')
  const seesCustomers = useMay('customers.create')
  const mayMark = useMay('attendance.mark')
  const maySnooze = useMay('home.snooze')
  const mayEdit = useMay('setup.saveVendor')
  const progress = useQuery(progressQuery)
  const today = useQuery(todayQuery)
  const timeZone = useZone()
  const here = useHere()
  const readersZone = useReader(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone)
  const isElsewhere = differs(timeZone, readersZone, here.now)
  const { data, refetch } = today
  const meetings = data?.meetings
  // Past midnight the day's meetings change.
  const books = data?.books ?? null
  const isYesterday = data !== undefined && data.day < here.day
  useEffect(() => {
    if (isYesterday) void refetch()
  }, [isYesterday, refetch])
  const figures = useScoreFigures(data, meetings && nextOf(meetings, here.time))
  const isWaiting = data !== undefined && hasNeeds(data.needs)
  const roster =
    mayMark && data
      ? rosterOf(
          data.meetings,
          here.time,
          data.needs.unmarked.rows.map(({ id }) => id),
        )
      : undefined
  const { country } = progress.data ?? {}
  const currency = data?.money ?? { currency: country?.currency ?? 'USD', exponent: country?.exponent ?? 2 }
  const isOpen = mayEdit && progress.data !== undefined && progress.data.percent < 100
  // A business with nothing to sell yet sets up first.
  const isReady = progress.data?.percent === 100
  const done = progress.data ? setupTasks.filter((task) => progress.data[task]).length : 0
  return (
    <Page
      title={t('title', { date: dayText(here.day) })}
      primary={isReady && canSell && <AddLink to="/sales/add">{t('sell')}</AddLink>}
      actions={
        <>
          {roster && (
            <Link className={buttonClass('outline')} to="/services/session" search={{ id: roster }}>
              {t('attend')}
            </Link>
          )}
          {seesCustomers && (
            <AddLink look="outline" to="/sales/customer/add">
              {t('addCustomer')}
            </AddLink>
          )}
          {canEdit && (
            <AddLink look={isReady && canSell ? 'outline' : 'primary'} to="/services/add" search={{ kind: 'batch' }}>
              {t('addBatch')}
            </AddLink>
          )}
        </>
      }
    >
      <Score figures={figures} asOf={data?.asOf} />
      <div className={css['columns']} data-side={isOpen || isWaiting || books !== null}>
        {(isOpen || isWaiting || books !== null) && (
          <div className={css['side']}>
            {isOpen && progress.data && (
              <section className={css['section']} aria-labelledby="setup-tasks">
                <h2 id="setup-tasks">{t('setup.title', { count: done })}</h2>
                <SetupTasks progress={progress.data} />
              </section>
            )}
            {isWaiting && <NeedsYou needs={data.needs} currency={currency} today={data.day} maySnooze={maySnooze} />}
            {data?.money && books && <OpenBooks books={books} money={data.money} />}
          </div>
        )}
        <div className={css['section']}>
          {/* A member who only keeps the books has nothing to do on the floor. */}
          {books === null && (
            <section className={css['section']} aria-labelledby="today">
              <div className={css['sectionHead']}>
                <h2 id="today">{t(data?.own ? 'lanes.own' : 'lanes.title')}</h2>
                {isElsewhere && meetings && meetings.length > 0 && (
                  <p className={css['note']}>{t('lanes.zone', { zone: cityOf(timeZone) })}</p>
                )}
              </div>
              {today.isError ? (
                <Failed retry={() => void refetch()} />
              ) : meetings === undefined ? (
                <Skeleton rows={4} />
              ) : (
                <TodaySessions meetings={meetings} here={here} />
              )}
            </section>
          )}
          {data?.own && <Week week={data.own.week} />}
          {data?.money && <RevenueChart />}
        </div>
      </div>
    </Page>
  )
}
