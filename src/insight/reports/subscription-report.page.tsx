import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './reports.client.ts'
import { addMonths } from '#lib/days.ts'
import { moneyText } from '#lib/money.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Formula } from '#ui/formula.tsx'
import { MonthPill } from '#ui/dates/month-pill.tsx'
import { Page, State, Unread } from '#ui/page.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { Cohorts } from './cohorts.tsx'
import { FigureRows } from './figure-rows.tsx'
import { FigureLink } from './figure-link.tsx'
import { Movements } from './movement.tsx'
import { SubscriptionCharts } from './subscription-charts.tsx'
import { SubscriptionScore } from './subscription-score.tsx'
import css from './reports.module.css'
import type { Subscriptions } from './subscription.contract.ts'
import { monthLimit } from './subscription.rules.ts'
import { useMonths } from './use-months.ts'

/** Next payments of the coming 30 days: their number and total. */
function Renewals({ report, months }: { report: Subscriptions; months: ReturnType<typeof useMonths> }) {
  const t = useTranslations('reports.renewals')
  const locale = useLocale()
  const days = useDays()
  const { count, amount, from, to } = report.renewals
  return (
    <section className={css['section']} aria-label={t('title')}>
      <div className={css['head']}>
        <h2>{t('title')}</h2>
      </div>
      <p>
        <FigureLink figure="renewals" month={months.running} of={months.batch ?? null} base={months.base} value={count}>
          {t('line', { count, amount: moneyText(amount, report.currency, report.exponent, locale), days: days(from, to) })}
        </FigureLink>
      </p>
      <Formula text={t('formula')} asOf={report.asOf} />
    </section>
  )
}

/** The choice of months and batch. */
function Filters({ report, months }: { report: Subscriptions | undefined; months: ReturnType<typeof useMonths> }) {
  const t = useTranslations('reports')
  const list = useTranslations('lists')
  const { data: all } = useQuery({
    queryKey: ['batches', 'report-options'],
    queryFn: () => api.batches.list({ size: 100, sort: 'name', direction: 'asc' }),
  })
  const known = new Map([
    ...(all?.rows ?? []).map(({ id, name }) => [id, name] as const),
    ...(report?.batches ?? []).map(({ batch, batchName }) => [batch ?? '', batchName] as const),
  ])
  const earliest = addMonths(`${months.to}-01`, 1 - monthLimit).slice(0, 7)
  return (
    <div className={css['bar']}>
      <MonthPill label={t('filters.from')} month={months.from} min={earliest} max={months.to} onChange={(from) => months.show({ from })} />
      <MonthPill label={t('filters.to')} month={months.to} max={months.running} onChange={(to) => months.show({ to })} />
      <Choice
        label={t('columns.batch')}
        value={months.batch ?? ''}
        options={[{ value: '', label: t('filters.allBatches') }, ...[...known].map(([value, label]) => ({ value, label }))]}
        onChange={(batch) => months.show({ batch: batch || undefined })}
      />
      {!months.batch && (
        <Choice
          label={t('filters.by')}
          value={months.isByBatch ? 'batch' : 'month'}
          options={[
            { value: 'month', label: t('filters.byMonth') },
            { value: 'batch', label: t('filters.byBatch') },
          ]}
          onChange={(value) => months.show({ by: value === 'batch' ? value : undefined })}
        />
      )}
      <Button look="quiet" onClick={() => window.print()}>
        {list('print')}
      </Button>
    </div>
  )
}

/** /sales/subscription-report: who joins, leaves and comes back, and what recurs (product 6). */
export default function SubscriptionReportPage() {
  const t = useTranslations('reports')
  const canSee = useMay('reports.subscriptions')
  const months = useMonths()
  const { from, to, batch, shown } = months
  const input = { from, to, ...(batch ? { batch } : {}) }
  const query = useQuery({
    queryKey: ['reports', 'subscriptions', input],
    queryFn: () => api.reports.subscriptions(input),
    placeholderData: keepPreviousData,
    enabled: canSee,
  })
  const report = query.data
  // The month whose figures are open, or the last one.
  const asked = report?.totals.findIndex(({ month }) => month === shown?.month) ?? -1
  const at = asked === -1 ? (report?.totals.length ?? 0) - 1 : asked
  const row = report?.totals[at]
  const day = useDay()
  const span = useDays({ month: 'long', year: 'numeric' })
  const back = (
    <Link className={buttonClass('outline')} to="/sales">
      {t('back')}
    </Link>
  )
  const isEmpty = report && report.totals.length === 0 && report.renewals.count === 0
  return (
    <Page title={t('subscription')} actions={back}>
      {!canSee ? (
        <State title={t('denied')} />
      ) : (
        <>
          <Filters report={report} months={months} />
          {!report || query.isError ? (
            <Unread query={query} />
          ) : isEmpty ? (
            <EmptyPage title={t('noMovement.title')} drawing="table" action={back}>
              <p>{t('noMovement.text')}</p>
            </EmptyPage>
          ) : (
            <>
              <p className={css['filed']}>
                {span(`${from}-01`, `${to}-01`)}
                {batch && (
                  <>
                    {' · '}
                    <bdi>{report.batches.find((row) => row.batch === batch)?.batchName}</bdi>
                  </>
                )}
              </p>
              {report.changedOn !== null && <p className={css['note']}>{t('changed', { day: day(report.changedOn) })}</p>}
              {row && (
                <>
                  <SubscriptionScore report={report} row={row} before={report.totals[at - 1]} base={months.base} of={batch} />
                  <SubscriptionCharts report={report} row={row} base={months.base} of={batch} />
                </>
              )}
              {shown && <FigureRows key={JSON.stringify(shown)} shown={shown} />}
              <Cohorts report={report} base={months.base} of={batch} />
              <Movements report={report} months={months} />
              <Renewals report={report} months={months} />
            </>
          )}
        </>
      )}
    </Page>
  )
}
