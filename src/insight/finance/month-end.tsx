import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AsOf } from '#business/ledger/figure.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import { useMonth } from '#business/ledger/use-month.ts'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { useToday } from '#business/setup/here.ts'
import { addMonths, isMonth, lastDayOf } from '#lib/days.ts'
import type { Place } from '#lib/addresses.ts'
import { PayAll } from '#money/payroll/pay-all.tsx'
import { CheckMark } from '#ui/check-mark.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Unread } from '#ui/page.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { CloseMonth } from './close-month.tsx'
import { api } from './finance.client.ts'
import { monthEndSteps, type MonthEnd, type MonthEndStep } from './month-end.contract.ts'
import css from './overview.module.css'

/** What each step says: what is missing, or what there is. */
function useSaid(data: MonthEnd): Record<MonthEndStep, string> {
  const t = useTranslations('finance.monthEnd.said')
  const money = useMoney(data, true)
  const { attendance, bills, expenses, bank, pay } = data
  return {
    attendance: t('attendance', { count: attendance.count }),
    bills:
      bills.unbilled.count > 0
        ? t('unbilled', { count: bills.unbilled.count, amount: money(bills.unbilled.amount) })
        : t('pastDue', { count: bills.pastDue.count, amount: money(bills.pastDue.amount) }),
    expenses: [
      t('expenses', { count: expenses.count, amount: money(expenses.amount) }),
      ...(bank ? [t('bank', { count: bank.count })] : []),
    ].join(' · '),
    close: t(data.isClosed ? 'closed' : data.isOver ? 'over' : 'running'),
    pay: data.isClosed
      ? pay.payable > 0
        ? t('payable', { amount: money(pay.payable) })
        : t('paid')
      : t('pay', { count: pay.sessions, amount: money(pay.amount) }),
  }
}

/** Where the rows of a step are. */
function placeOf({ month, attendance, bills, bank }: MonthEnd, step: MonthEndStep): Place {
  if (step === 'attendance' && attendance.session !== null) return { to: '/services/session', search: { id: attendance.session } }
  if (step === 'attendance') return { to: '/services', search: { tab: 'calendar' } }
  if (step === 'bills' && bills.unbilled.count === 0) return { to: '/sales', search: { tab: 'sales', state: 'overdue' } }
  if (step === 'expenses' && bank?.account) return { to: '/finance', search: { tab: 'accounts', money: bank.account, book: 'bank' } }
  const days = { from: `${month}-01`, to: lastDayOf(month) }
  if (step === 'expenses') return { to: '/finance', search: { tab: 'expenses', ...days } }
  const tabs = { bills: 'delivered', close: 'profit', pay: 'payroll' } as const
  return { to: '/finance', search: { tab: tabs[step], month } }
}

/** The steps of a month-end, each with what is missing and its one button. */
function Steps({ data, canKeep, onOpen }: { data: MonthEnd; canKeep: boolean; onOpen: (dialog: 'close' | 'pay') => void }) {
  const t = useTranslations('finance.monthEnd')
  const said = useSaid(data)
  const act = (step: MonthEndStep): ReactNode => {
    const isDone = data.done.includes(step)
    if (step === 'close' && canKeep && data.isOver && !isDone)
      return (
        <ChangeButton look="primary" onClick={() => onOpen('close')}>
          {t('acts.close')}
        </ChangeButton>
      )
    if (step === 'pay' && canKeep && data.isClosed && !isDone)
      return (
        <ChangeButton look="primary" onClick={() => onOpen('pay')}>
          {t('acts.payAll')}
        </ChangeButton>
      )
    const { to, search = {} } = placeOf(data, step)
    return (
      <Link className={buttonClass('outline')} to={to} search={search} aria-label={t('acts.openStep', { step: t(`steps.${step}`) })}>
        {t('acts.open')}
      </Link>
    )
  }
  return (
    <ol className={css['steps']} aria-label={t('title')}>
      {monthEndSteps.map((step, at) => {
        const isDone = data.done.includes(step)
        return (
          <li key={step} data-done={isDone}>
            <span className={css['number']} aria-hidden="true">
              {isDone ? <CheckMark /> : at + 1}
            </span>
            <span>
              <strong>{t(`steps.${step}`)}</strong> {isDone && <span className="hidden-text">{t('done')}</span>}
              <span className={css['said']}>{said[step]}</span>
            </span>
            {act(step)}
          </li>
        )
      })}
    </ol>
  )
}

/** What a month still needs until it is closed and its trainers are paid; the month before today's without `?month=`. */
export function MonthEndTab({ canKeep }: { canKeep: boolean }) {
  const t = useTranslations('finance.monthEnd')
  const search = useSearch({ strict: false })
  const today = useToday()
  const navigate = useNavigate()
  const chosen = useMonth(['month'])
  const last = addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  const month = isMonth(search.month) ? search.month : last
  const [open, setOpen] = useState<'close' | 'pay' | null>(null)
  const query = useQuery({ queryKey: ['finance', 'monthEnd', month], queryFn: () => api.finance.monthEnd({ month }) })
  const { data } = query
  const close = () => setOpen(null)
  const show = (day: string) => () => void navigate({ to: '.', search: { ...search, month: day.slice(0, 7) }, resetScroll: false })
  const bar = {
    ...chosen,
    from: `${month}-01`,
    isRunning: month === today.slice(0, 7),
    previous: show(addMonths(`${month}-01`, -1)),
    next: show(addMonths(`${month}-01`, 1)),
    now: show(today),
    setMonth: (chosenMonth: string) => show(chosenMonth)(),
  }
  return (
    <>
      <MonthBar month={bar} />
      <p className={css['note']}>{t('lead')}</p>
      {data && !query.isError ? (
        <>
          <Steps data={data} canKeep={canKeep} onOpen={setOpen} />
          <AsOf at={data.asOf} />
        </>
      ) : (
        <Unread query={query} />
      )}
      {open === 'close' && <CloseMonth month={month} onClose={close} />}
      {open === 'pay' && <PayAll month={month} onClose={close} />}
    </>
  )
}
