import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { progressQuery, todayQuery } from '#api/queries.ts'
import { cityOf, differs } from '#lib/zones.ts'
import { useHere, useZone } from '#features/setup/here.ts'
import { setupTasks } from '#features/setup/setup.rules.ts'
import { SetupTasks } from '#features/setup/setup-tasks.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Failed, Page, Skeleton } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import { useReader } from '#ui/use-reader.ts'
import css from './home.module.css'
import { hasNeeds, NeedsYou } from './needs.tsx'
import { Score, type Figure } from './score.tsx'
import { Today } from './today.tsx'
import { nextOf } from './today.rules.ts'

/** /: the score line, today's lanes, and what setup still asks for (product 6). */
export default function HomePage() {
  const t = useTranslations('home')
  const dayText = useDay({ weekday: 'long', day: 'numeric', month: 'long' })
  const format = useFormatter()
  const progress = useQuery(progressQuery)
  const today = useQuery(todayQuery)
  const timeZone = useZone()
  const here = useHere()
  const readersZone = useReader(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone)
  const isElsewhere = differs(timeZone, readersZone, here.now)
  const { data, refetch } = today
  const meetings = data?.meetings
  // Past midnight the day's meetings are other ones.
  const isYesterday = data !== undefined && data.day < here.day
  useEffect(() => {
    if (isYesterday) void refetch()
  }, [isYesterday, refetch])
  const day = meetings && nextOf(meetings, here.time)
  const percent =
    data && data.places > 0 ? format.number(data.taken / data.places, { style: 'percent', maximumFractionDigits: 0 }) : undefined
  const figures: Figure[] = [
    {
      name: 'seats',
      value: data?.taken,
      of: data && data.places,
      note: data && (percent ? t('score.filled', { percent, count: data.openBatches }) : t('score.inBatches', { count: data.openBatches })),
    },
    {
      name: 'customers',
      value: data?.customers?.active,
      note: data?.customers ? t('score.fresh', { fresh: data.customers.fresh, before: data.customers.freshBefore }) : undefined,
    },
    {
      name: 'meetings',
      value: meetings?.length,
      note:
        day && meetings.length > 0
          ? day.running > 0
            ? t('score.running', { count: day.running })
            : day.next
              ? t('score.next', { time: day.next.startingTime })
              : t('score.over')
          : undefined,
    },
    {
      name: 'trainers',
      value: data?.trainers,
      note:
        meetings && meetings.length > 0 ? t('score.training', { count: new Set(meetings.map(({ trainer }) => trainer)).size }) : undefined,
    },
  ]
  const isWaiting = data?.needs ? hasNeeds(data.needs) : false
  const isOpen = progress.data !== undefined && progress.data.percent < 100
  const done = progress.data ? setupTasks.filter((task) => progress.data[task]).length : 0
  return (
    <Page
      title={t('title', { date: dayText(here.day) })}
      actions={
        <>
          <Link className={buttonClass('outline')} to="/sales/customer/add">
            {t('addCustomer')}
          </Link>
          <Link className={buttonClass('outline')} to="/services/add" search={{ kind: 'batch' } as never}>
            {t('addBatch')}
          </Link>
          <Link className={buttonClass('primary')} to="/sales/add">
            {t('sell')}
          </Link>
        </>
      }
    >
      <Score figures={figures} />
      <div className={css['columns']} data-side={isOpen || isWaiting}>
        {(isOpen || isWaiting) && (
          <div className={css['side']}>
            {isOpen && progress.data && (
              <section className={css['section']} aria-labelledby="setup-tasks">
                <h2 id="setup-tasks">{t('setup.title', { count: done })}</h2>
                <SetupTasks progress={progress.data} />
              </section>
            )}
            {isWaiting && data?.needs && <NeedsYou needs={data.needs} />}
          </div>
        )}
        <section className={css['section']} aria-labelledby="today">
          <div className={css['sectionHead']}>
            <h2 id="today">{t('lanes.title')}</h2>
            {isElsewhere && meetings && meetings.length > 0 && <p className={css['note']}>{t('lanes.zone', { zone: cityOf(timeZone) })}</p>}
          </div>
          {today.isError ? (
            <Failed retry={() => void refetch()} />
          ) : meetings === undefined ? (
            <Skeleton rows={4} />
          ) : (
            <Today meetings={meetings} here={here} />
          )}
        </section>
      </div>
    </Page>
  )
}
