import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { AsOf } from '#business/ledger/figure.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import type { Search } from '#lib/addresses.ts'
import { addMonths, lastDayOf } from '#lib/days.ts'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Unread } from '#ui/page.tsx'
import { ChartBlock } from '#ui/charts/chart-block.tsx'
import { KeyFigures, KeyFigureChange, KeyFigureNote } from '#ui/key-figures.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { useMay } from './finance.client.ts'
import { Remind } from './remind.tsx'
import type { Overview } from './overview.contract.ts'
import { overviewQuery } from './overview.queries.ts'
import { OverviewCharts } from './overview-charts.tsx'
import css from './overview.module.css'

/** An amount with its change from the same days of the month before; `isGood` colours a rise or a fall, if either is clearly good. */
function Change({ figures, now, before, isGood }: { figures: Overview; now: number; before: number; isGood?: boolean }) {
  const t = useTranslations('finance.overview')
  const format = useFormatter()
  const money = useMoney(figures)
  const days = useDays({ day: 'numeric', month: 'long' })
  const then = { days: days(figures.before.from, figures.before.to), amount: money(before) }
  const change = before === 0 ? 0 : (now - before) / Math.abs(before)
  // Less than half a percent would read as no change with an arrow.
  if (Math.abs(change) < 0.005) return <KeyFigureNote>{t('before', then)}</KeyFigureNote>
  return (
    <KeyFigureChange by={change} isGood={isGood} amount={format.number(Math.abs(change), { style: 'percent', maximumFractionDigits: 0 })}>
      {t('than', then)}
    </KeyFigureChange>
  )
}

/** Profit, money in, money out and what the accounts have, each with its change. */
function FinanceScore({ figures }: { figures: Overview }) {
  const t = useTranslations('finance.overview')
  const money = useMoney(figures, true)
  const days = useDays({ day: 'numeric', month: 'long' })
  const { profit, moneyIn, moneyOut, marketplace } = figures
  const figure = (key: 'profit' | 'moneyIn' | 'moneyOut' | 'cash', amount: number, search: Search, text: string, below: ReactNode) => ({
    key,
    name: (
      <Link to="." search={search}>
        {text}
      </Link>
    ),
    title: t(key),
    formula: t(`formulas.${key}`),
    value: money(amount),
    below,
  })
  return (
    <KeyFigures
      label={t('score')}
      hasMain
      figures={[
        figure(
          'profit',
          profit.now.result,
          { tab: 'profit' },
          t('profitOf', { days: days(figures.days.from, figures.days.to) }),
          <>
            <Change figures={figures} now={profit.now.result} before={profit.before.result} isGood />
            {profit.now.earned > 0 && <KeyFigureNote>{t('pending', { amount: money(profit.now.earned) })}</KeyFigureNote>}
          </>,
        ),
        figure(
          'moneyIn',
          moneyIn.now,
          { tab: 'transactions', source: 'payment' },
          t('moneyIn'),
          <Change figures={figures} now={moneyIn.now} before={moneyIn.before} isGood />,
        ),
        figure(
          'moneyOut',
          moneyOut.now,
          { tab: 'statement' },
          t('moneyOut'),
          <Change figures={figures} now={moneyOut.now} before={moneyOut.before} />,
        ),
        figure(
          'cash',
          figures.cash,
          { tab: 'accounts' },
          t('cash'),
          marketplace !== 0 && <KeyFigureNote>{t('marketplace', { amount: money(marketplace) })}</KeyFigureNote>,
        ),
      ]}
    />
  )
}

/** What customers owe: one bar by age, and each age with its bills. */
function Debts({ figures }: { figures: Overview }) {
  const t = useTranslations('finance.overview.debts')
  const money = useMoney(figures, true)
  const canRemind = useMay('sales.remind')
  const format = useFormatter()
  const { debts, notDue } = figures
  const late = debts.reduce((sum, { amount }) => sum + amount, 0)
  const toOf = (at: number) => {
    const next = debts[at + 1]?.from
    return next === undefined ? null : next - 1
  }
  const nameOf = (at: number) => {
    const from = debts[at]?.from ?? 0
    const next = debts[at + 1]?.from
    if (next === undefined) return t('over', { days: from - 1 })
    return at === 0 ? t('upTo', { days: next - 1 }) : t('age', { from, to: next - 1 })
  }
  const ages = [...debts.map((one, at) => ({ ...one, name: nameOf(at) })), { ...notDue, name: t('notDue') }]
  const header = [t('ageName'), t('number'), t('amount')]
  return (
    <div className={css['part']}>
      <ChartBlock
        title={t('title')}
        note={t('count', { late: debts.reduce((sum, { count }) => sum + count, 0), notDue: notDue.count })}
        exportName={`age-of-debts-${figures.days.to}`}
        sheet={() => ({ header, rows: ages.map(({ name, count, amount }) => [name, count, amount / 10 ** figures.exponent]) })}
        table={{
          columns: header,
          rows: ages.map(({ name, count, amount }) => ({ key: name, cells: [name, format.number(count), money(amount)] })),
        }}
      >
        <strong className={css['owed']}>{money(late + notDue.amount)}</strong>
        {late > 0 && (
          <div className={css['ages']} aria-hidden="true">
            {debts.map(({ from, amount }, at) => amount > 0 && <span key={from} data-age={at} style={{ flexGrow: amount }} />)}
          </div>
        )}
        <ul>
          {debts.map(({ from, count, amount }, at) => (
            <li key={from} className={css['row']}>
              <span className={css['key']} data-age={at} aria-hidden="true" />
              <span>{nameOf(at)}</span>
              <span className={css['note']}>{t('bills', { count })}</span>
              <span className="whole">{amount === 0 ? '–' : money(amount)}</span>
            </li>
          ))}
        </ul>
      </ChartBlock>
      <div className={css['acts']}>
        <Link to="/sales" search={{ tab: 'sales', state: 'overdue' }}>
          {t('open')}
        </Link>
        {canRemind && late > 0 && <Remind ages={debts.map(({ from, count }, at) => ({ from, to: toOf(at), name: nameOf(at), count }))} />}
      </div>
    </div>
  )
}

/** The last month that is over, and the way to its month-end. */
function MonthEnd({ figures }: { figures: Overview }) {
  const t = useTranslations('finance.overview.monthEnd')
  const month = addMonths(figures.days.from, -1).slice(0, 7)
  const name = useDay({ month: 'long', year: 'numeric' })(`${month}-01`)
  const isClosed = figures.closedThrough !== null && figures.closedThrough >= lastDayOf(month)
  return (
    <section className={css['part']} aria-labelledby="finance-month-end">
      <div className={css['head']}>
        <h2 id="finance-month-end">{t('title', { month: name })}</h2>
      </div>
      <p className={css['note']}>{t(isClosed ? 'closed' : 'notClosed')}</p>
      <Link to="." search={{ tab: 'monthEnd', month }}>
        {t('open')}
      </Link>
    </section>
  )
}

function Owing({ figures }: { figures: Overview }) {
  const t = useTranslations('finance.overview')
  const money = useMoney(figures, true)
  const days = useDays()
  const day = useDay()
  const moment = useMoment()
  return (
    <>
      <section className={css['part']} aria-labelledby="finance-payout">
        <div className={css['head']}>
          <h2 id="finance-payout">{t('payout.title')}</h2>
          <strong>{figures.marketplace === 0 ? '–' : money(figures.marketplace)}</strong>
        </div>
        {figures.inTransit !== 0 && <p className={css['note']}>{t('payout.inTransit', { amount: money(figures.inTransit) })}</p>}
        {figures.lastPayoutAt && <p className={css['note']}>{t('payout.last', { moment: moment(figures.lastPayoutAt) })}</p>}
        <Link to="." search={{ tab: 'payouts' }}>
          {t('payout.open')}
        </Link>
      </section>
      <section className={css['part']} aria-labelledby="finance-tax">
        <div className={css['head']}>
          <h2 id="finance-tax">{t('tax.title')}</h2>
          <strong>{figures.tax.amount === 0 ? '–' : money(figures.tax.amount)}</strong>
        </div>
        <p className={css['note']}>
          {t('tax.days', { days: days(figures.tax.from, figures.tax.to) })}
          {figures.tax.dueOn && (
            <>
              {' · '}
              <span className="whole">{t('tax.due', { day: day(figures.tax.dueOn) })}</span>
            </>
          )}
        </p>
        <Link to="." search={{ tab: 'tax', span: 'quarter' }}>
          {t('tax.open')}
        </Link>
      </section>
    </>
  )
}

/** How the business stands today: profit and money of the running month, a year of months, and what is owed. */
export function OverviewTab() {
  const t = useTranslations('finance.overview')
  const canSell = useMay('sales.sell')
  const query = useQuery(overviewQuery)
  const { data } = query
  if (!data || query.isError) return <Unread query={query} />
  const isEmpty = data.months.every(({ moneyIn, moneyOut, profit }) => moneyIn === 0 && moneyOut === 0 && profit === 0)
  if (isEmpty && data.notDue.count === 0 && data.debts.every(({ count }) => count === 0))
    return (
      <EmptyPage title={t('none')} drawing="ledger" action={canSell && <AddLink to="/sales/add">{t('sell')}</AddLink>}>
        <p>{t('noneText')}</p>
      </EmptyPage>
    )
  return (
    <>
      <FinanceScore figures={data} />
      <div className={css['columns']}>
        <div className={css['charts']}>
          <OverviewCharts figures={data} />
        </div>
        <div className={css['side']}>
          <Debts figures={data} />
          <Owing figures={data} />
          <MonthEnd figures={data} />
        </div>
      </div>
      <AsOf at={data.asOf} />
    </>
  )
}
