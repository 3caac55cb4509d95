import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { languageFacts } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import type { Today } from './home.contract.ts'
import type { ScoreFigure } from './score.tsx'
import type { nextOf } from './today.rules.ts'

type Next = ReturnType<typeof nextOf>
type Say = ReturnType<typeof useTranslations<'home.score'>>

/** Today's meetings and how far the day has got. */
function meetingsOf(today: Today | undefined, next: Next | undefined, t: Say): ScoreFigure {
  const meetings = today?.meetings
  const note =
    next === undefined || meetings === undefined || meetings.length === 0
      ? undefined
      : next.running > 0
        ? t('running', { count: next.running })
        : next.next
          ? t('next', { time: next.next.startingTime })
          : t('over')
  return { name: 'meetings', value: meetings?.length, note, link: { to: '/services', search: { tab: 'calendar' } } }
}

/** A trainer's own figures: no money except their own pay. */
function ownFigures(today: Today, own: NonNullable<Today['own']>, next: Next | undefined, t: Say): ScoreFigure[] {
  const { currency, exponent, pay, paidSessions, week } = own
  return [
    meetingsOf(today, next, t),
    { name: 'unmarked', value: today.needs.unmarked.count, note: t('unmarkedDays') },
    {
      name: 'week',
      value: week.length,
      note: t('people', { count: week.reduce((sum, { booked }) => sum + booked, 0) }),
      link: { to: '/services', search: { tab: 'calendar' } },
    },
    {
      name: 'pay',
      value: pay,
      currency: { currency, exponent },
      note: t('sessions', { count: paidSessions }),
      link: { to: '/finance', search: {} },
    },
  ]
}

/**
 * The four figures of the score line (product 6): with money for members who keep the books, of the floor for the
 * desk, their own for a trainer; only the books for an accountant.
 */
export function useScoreFigures(today: Today | undefined, next: Next | undefined): ScoreFigure[] {
  const t = useTranslations('home.score')
  const format = useFormatter()
  const locale = useLocale()
  if (today?.own) return ownFigures(today, today.own, next, t)
  const percent = (part: number, whole: number) => format.number(part / whole, { style: 'percent', maximumFractionDigits: 0 })
  const listed = (...parts: string[]) => parts.join(languageFacts(locale).comma)
  const filled = () => {
    if (!today) return undefined
    const { taken, places, takenBefore, placesBefore, openBatches } = today
    const now = places > 0 ? t('filled', { percent: percent(taken, places) }) : t('inBatches', { count: openBatches })
    return placesBefore > 0 ? listed(now, t('filledBefore', { percent: percent(takenBefore, placesBefore) })) : now
  }
  const seats: ScoreFigure = {
    name: 'seats',
    value: today?.taken,
    of: today?.places,
    note: filled(),
    link: { to: '/services', search: { tab: 'batches' } },
  }
  const money = today?.money
  if (money) {
    const { currency, exponent } = money
    const before = (minor: number) => t('before', { before: moneyText(minor, currency, exponent, locale) })
    const amount = (name: ScoreFigure['name'], value: number, note: string, link: Place): ScoreFigure => ({
      name,
      value,
      currency: { currency, exponent },
      note,
      link,
    })
    const net = amount('net', money.net, t('netBefore', { before: moneyText(money.netBefore, currency, exponent, locale) }), {
      to: '/finance',
      search: { tab: 'statement' },
    })
    const unpaid = amount('unpaid', money.unpaid, listed(t('bills', { count: money.bills }), before(money.unpaidBefore)), {
      to: '/sales',
      search: { tab: 'sales', state: 'unpaid' },
    })
    const { books, customers } = today
    if (books)
      return [
        net,
        unpaid,
        amount('expenses', books.expenses, t('thisMonth'), { to: '/finance', search: { tab: 'transactions', account: 'expense' } }),
        amount('tax', books.tax, t('thisMonth'), { to: '/finance', search: { tab: 'tax' } }),
      ]
    return [
      net,
      seats,
      {
        name: 'newcomers',
        value: customers?.fresh,
        note: customers ? t('freshBefore', { before: customers.freshBefore }) : undefined,
        link: { to: '/sales', search: { tab: 'customers' } },
      },
      unpaid,
    ]
  }
  const meetings = today?.meetings ?? []
  return [
    seats,
    {
      name: 'customers',
      value: today?.customers?.active,
      note: today?.customers ? t('fresh', { fresh: today.customers.fresh, before: today.customers.freshBefore }) : undefined,
      link: { to: '/sales', search: { tab: 'customers', lifecycle: 'active' } },
    },
    meetingsOf(today, next, t),
    {
      name: 'trainers',
      value: today?.trainers,
      note: meetings.length > 0 ? t('training', { count: new Set(meetings.map(({ trainer }) => trainer)).size }) : undefined,
      link: { to: '/staff', search: {} },
    },
  ]
}
