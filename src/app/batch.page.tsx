import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { BatchRoster } from './batch-roster.tsx'
import { BatchSummary } from './batch-summary.tsx'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { BatchEnd } from '#timetable/batches/batch-end.tsx'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { BatchSessions } from '#timetable/sessions/batch-sessions.tsx'
import { AttendanceGrid } from '#timetable/attendance/attendance-grid.tsx'
import { BatchQueue } from '#timetable/enrolments/batch-people.tsx'
import { ChangePrice } from '#timetable/enrolments/change-price.tsx'
import { EnrolDialog } from '#timetable/enrolments/enrol-dialog.tsx'
import { Effects } from '#money/effects/effect.list.tsx'
import { UnnamedPlaces } from '#money/quotes/unnamed-places.tsx'
import { useServiceTypes } from '#directory/services/service-names.ts'
import { moneyText } from '#lib/money.ts'
import { dayList } from '#lib/week.ts'
import { Facts } from '#ui/facts.tsx'
import { Page, Skeleton, Tabs, Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { History } from '#insight/history/history.tsx'

const tabs = ['roster', 'waitlist', 'sessions', 'attendance', 'money', 'history'] as const

/** Few members open the Money tab, so it loads on demand. */
const BatchMoney = lazy(() => import('#insight/finance/batch-money.tsx'))

function Head({ batch }: { batch: Batch }) {
  const t = useTranslations('batches')
  const locale = useLocale()
  const { nameOf } = useServiceTypes()
  const { data: progress } = useQuery(progressQuery)
  const day = useDay()
  const money = (minor: number) => moneyText(minor, batch.currency, progress?.country.exponent ?? 2, locale)
  const price = money(batch.price)
  const mayPrice = useMay('batches.changePrice')
  return (
    <Facts
      label={batch.name}
      facts={[
        {
          name: t('columns.status'),
          value: (
            <Status tone={batch.state === 'open' ? 'good' : batch.state === 'cancelled' ? 'warn' : 'plain'}>
              {t(`states.${batch.state}`)}
            </Status>
          ),
        },
        { name: t('columns.service'), value: nameOf(batch.serviceType) },
        { name: t('columns.trainer'), value: batch.trainerName },
        { name: t('columns.hall'), value: batch.hallTitle ?? t('noHall') },
        {
          name: t('columns.when'),
          value: (
            <>
              {dayList(batch.trainingDays, progress?.country.firstWeekday ?? 0, locale)}{' '}
              <span className="ltr">{`${batch.startingTime}–${batch.endingTime}`}</span>
            </>
          ),
        },
        { name: t('columns.dates'), value: `${day(batch.startDate)} – ${day(batch.endDate)}` },
        {
          name: t('columns.price'),
          value: (
            <>
              {t(`perUnit.${batch.priceUnit}`, { price })}
              {batch.nextPrice !== null && batch.nextPriceFrom && (
                <>
                  {' · '}
                  <span className="whole">{t('page.nextPrice', { price: money(batch.nextPrice), day: day(batch.nextPriceFrom) })}</span>
                </>
              )}
              {mayPrice && (batch.state === 'open' || batch.state === 'draft') && <ChangePrice batch={batch} />}
            </>
          ),
        },
        // An open batch has them drawn below.
        ...(batch.state === 'open'
          ? []
          : [
              {
                name: t('columns.places'),
                value: t('page.places', { enrolled: batch.enrolled, places: batch.totalCandidates, waiting: batch.waitlisted }),
              },
            ]),
      ]}
    />
  )
}

function Content({ batch }: { batch: Batch }) {
  const t = useTranslations('batches')
  const enrol = useTranslations('enrolments.enrol')
  const sales = useTranslations('sales')
  const { tab } = useSearch({ strict: false })
  const { byId } = useServiceTypes()
  const [seesPeople, seesHistory] = [useMay('enrolments.list'), useMay('history.list')]
  const may = {
    roster: seesPeople,
    waitlist: seesPeople,
    sessions: true,
    attendance: useMay('attendance.grid'),
    money: useMay('finance.profit'),
    history: seesHistory,
  }
  const shown = tabs.filter((known) => may[known])
  const current = shown.find((known) => known === tab) ?? shown[0]
  const canEdit = useMay('batches.update')
  const mayRollOver = useMay('batches.rollOver')
  const [canSell, mayPay, canEnrol] = [useMay('sales.sell'), useMay('sales.pay'), useMay('enrolments.enrol')]
  const [isEnrolling, setEnrolling] = useState(false)
  return (
    <Page
      title={batch.name}
      lead={<span className="ltr">{batch.code}</span>}
      primary={
        batch.state === 'open' &&
        canSell && (
          <AddLink to="/sales/add" search={{ batch: batch.id }}>
            {sales('sell')}
          </AddLink>
        )
      }
      actions={
        <>
          {canEdit && batch.state === 'open' && <BatchEnd batch={batch} />}
          {mayRollOver && (batch.state === 'open' || batch.state === 'completed') && (
            <AddLink look="outline" to="/services/next-season" search={{ id: batch.id }}>
              {t('season.open')}
            </AddLink>
          )}
          {canEdit && (
            <AddLink look="outline" to="/services/edit" search={{ kind: 'batch', id: batch.id }}>
              {t('page.edit')}
            </AddLink>
          )}
          {batch.state === 'open' && canEnrol && (
            <ChangeButton look="outline" onClick={() => setEnrolling(true)}>
              {enrol('open')}
            </ChangeButton>
          )}
        </>
      }
    >
      {isEnrolling && <EnrolDialog batch={batch} onClose={() => setEnrolling(false)} onDone={() => setEnrolling(false)} />}
      <Head batch={batch} />
      {batch.state === 'open' && <BatchSummary batch={batch} surface={byId.get(batch.serviceType)?.surface ?? ''} />}
      {batch.reason && <p>{batch.reason}</p>}
      <Tabs
        label={t('page.tabs.label')}
        current={current ?? 'sessions'}
        keep={{ id: batch.id }}
        tabs={shown.map((id) => ({
          id,
          label: id === 'waitlist' ? t('page.tabs.waitlist', { count: batch.waitlisted }) : t(`page.tabs.${id}`),
        }))}
      />
      {current === 'roster' && (
        <>
          <UnnamedPlaces batch={batch.id} />
          <BatchRoster batch={batch} mayPay={mayPay} />
          <Effects of={{ batch: batch.id }} />
        </>
      )}
      {current === 'waitlist' && <BatchQueue batch={batch} mayPay={mayPay} />}
      {current === 'sessions' && <BatchSessions batch={batch} />}
      {current === 'attendance' && <AttendanceGrid batch={batch.id} />}
      {current === 'money' && (
        <Suspense fallback={<Skeleton />}>
          <BatchMoney batch={batch} />
        </Suspense>
      )}
      {current === 'history' && <History of={batch.id} />}
    </Page>
  )
}

/** /services/batch?id=…: a batch's people, waiting list, sessions, attendance, money and history (product 6). */
export default function BatchPage() {
  const t = useTranslations('app.titles')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['batches', 'page', id], queryFn: () => api.batches.get({ id }) })
  if (query.data) return <Content batch={query.data} />
  return (
    <Page title={t('batch')}>
      <Unread query={query} rows={8} />
    </Page>
  )
}
