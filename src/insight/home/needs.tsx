import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { moneyText } from '#lib/money.ts'
import { useDay } from '#ui/use-day.ts'
import type { Need, Needs } from './needs.contract.ts'
import { needKinds, type NeedKind } from './needs.rules.ts'
import css from './needs.module.css'
import { Snooze, Snoozed } from './snooze.tsx'

/** Whether anything waits or is snoozed. */
export function hasNeeds(needs: Needs): boolean {
  return Object.values(needs).some(({ count, snoozed }) => count > 0 || snoozed.length > 0)
}

/** Where each kind is listed, and what a row's button opens. */
const places: Record<NeedKind, { all: Place; one: (need: Need) => Place }> = {
  unmarked: {
    all: { to: '/services', search: { tab: 'calendar' } },
    one: ({ target: id }) => ({ to: '/services/session', search: { id } }),
  },
  pastDue: {
    all: { to: '/sales', search: { tab: 'sales', state: 'overdue' } },
    one: ({ target: id }) => ({ to: '/sales/sale', search: { id, act: 'pay' } }),
  },
  quotes: {
    all: { to: '/sales', search: { tab: 'quotes', state: 'toAnswer' } },
    one: ({ target: id }) => ({ to: '/sales/quote', search: { id } }),
  },
  unnamed: {
    all: { to: '/sales', search: { tab: 'quotes', state: 'toName' } },
    one: ({ target: id }) => ({ to: '/sales/quote', search: { id } }),
  },
  payouts: {
    all: { to: '/finance', search: { tab: 'payouts', state: 'failed' } },
    one: ({ target: id }) => ({ to: '/finance/payout', search: { id } }),
  },
  waiting: {
    all: { to: '/services', search: { tab: 'batches' } },
    one: ({ target: id }) => ({ to: '/services/batch', search: { id, tab: 'waitlist' } }),
  },
  expiring: {
    all: { to: '/sales', search: { state: 'expiring' } },
    one: ({ target: id }) => ({ to: '/sales/customer', search: { id } }),
  },
  unpriced: {
    all: { to: '/sales', search: { state: 'unpriced' } },
    one: ({ target: id }) => ({ to: '/sales/customer', search: { id } }),
  },
}

/** The texts of needs: their amounts, titles and notes. */
function useWords({ currency, exponent }: { currency: string; exponent: number }) {
  const t = useTranslations('home.needs')
  const locale = useLocale()
  const dayText = useDay({ day: 'numeric', month: 'short' })
  const money = (minor: number | null) => (minor === null ? '' : moneyText(minor, currency, exponent, locale))
  const note = (kind: NeedKind, { text, day, age, people, free, money: minor }: Need): ReactNode =>
    t(`${kind}.note`, { text, day: dayText(day), days: Math.abs(age), people, free, money: money(minor) })
  const title = (kind: NeedKind, row: Need) => (kind === 'payouts' ? money(row.money) : row.name)
  return { t, money, note, title, dayText }
}

type Props = {
  needs: Needs
  currency: { currency: string; exponent: number }
  /** The present day in the business's time zone, YYYY-MM-DD. */
  today: string
  maySnooze: boolean
}

/** "Needs you": what needs attention, with its age, what is at stake and the controls to handle or snooze it (product 6). */
export function NeedsYou({ needs, currency, today, maySnooze }: Props) {
  const { t, money, note, title, dayText } = useWords(currency)
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  // The element that had the focus is no longer there.
  const moved = (text: string) => {
    setSaid(text)
    heading.current?.focus()
  }
  const asleep = needKinds.flatMap((kind) => needs[kind].snoozed.map((need) => ({ kind, need, title: title(kind, need) })))
  return (
    <div className={css['needs']}>
      <h2 ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
      <p className="hidden-text" role="status">
        {said}
      </p>
      {needKinds.map((kind) => {
        const { count, total, rows } = needs[kind]
        if (count === 0) return null
        const { all, one } = places[kind]
        return (
          <section key={kind} className={css['kind']} aria-labelledby={`needs-${kind}`}>
            <div className={css['head']}>
              <h3 id={`needs-${kind}`}>{t(`${kind}.title`)}</h3>
              <span className={css['count']}>
                {count}
                {total !== null && ` · ${money(total)}`}
              </span>
            </div>
            <ul>
              {rows.map((row) => {
                const { to, search } = one(row)
                return (
                  <li key={row.id} className={css['item']}>
                    <Link className={css['row']} to={to} search={search}>
                      <strong dir="auto">{title(kind, row)}</strong>
                      <span className={css['note']}>{note(kind, row)}</span>
                      <span className={css['action']}>{t(`${kind}.action`)}</span>
                    </Link>
                    {maySnooze && <Snooze kind={kind} need={row} title={title(kind, row)} today={today} onDone={moved} />}
                  </li>
                )
              })}
            </ul>
            <Link className={css['all']} to={all.to} search={all.search}>
              {t('all')}
              <span className="hidden-text">: {t(`${kind}.title`)}</span>
            </Link>
          </section>
        )
      })}
      {asleep.length > 0 && <Snoozed rows={asleep} dayText={dayText} mayWake={maySnooze} onDone={moved} />}
    </div>
  )
}
