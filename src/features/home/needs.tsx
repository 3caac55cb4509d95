import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { progressQuery } from '#api/queries.ts'
import { moneyText } from '#lib/money.ts'
import { useDay } from '#ui/use-day.ts'
import type { Needs } from './home.contract.ts'
import css from './needs.module.css'

/** Whether anything waits at all. */
export function hasNeeds(needs: Needs): boolean {
  return Object.values(needs).some(({ count }) => count > 0)
}

type Row = { key: string; to: string; search: Record<string, string>; title: string; note: ReactNode; action: string }

function Kind({
  name,
  count,
  rows,
  more,
}: {
  name: keyof Needs
  count: number
  rows: Row[]
  more: { to: string; search: Record<string, string> }
}) {
  const t = useTranslations('home.needs')
  if (count === 0) return null
  return (
    <section className={css['kind']} aria-labelledby={`needs-${name}`}>
      <h3 id={`needs-${name}`}>
        {t(`${name}.title`)} <span className={css['count']}>{count}</span>
      </h3>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <Link className={css['row']} to={row.to} search={row.search as never}>
              <strong dir="auto">{row.title}</strong>
              <span className={css['note']}>{row.note}</span>
              <span className={css['action']}>{row.action}</span>
            </Link>
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <Link className={css['more']} to={more.to} search={more.search as never}>
          {t('more', { count: count - rows.length })}
        </Link>
      )}
    </section>
  )
}

/** "Needs you": what waits for somebody, with its age and the way to do it (product 6). */
export function NeedsYou({ needs }: { needs: Needs }) {
  const t = useTranslations('home.needs')
  const locale = useLocale()
  const { data: progress } = useQuery(progressQuery)
  const day = useDay({ day: 'numeric', month: 'short' })
  const { unmarked, waiting, expiring, pastDue } = needs
  const subscriptions = (state: string) => ({ to: '/sales', search: { state } })
  return (
    <div className={css['needs']}>
      <h2>{t('title')}</h2>
      <Kind
        name="unmarked"
        count={unmarked.count}
        more={{ to: '/services', search: { tab: 'calendar' } }}
        rows={unmarked.rows.map((row) => ({
          key: row.id,
          to: '/services/session',
          search: { id: row.id },
          title: row.name,
          note: t('unmarked.note', { day: day(row.day), time: row.startingTime, count: row.booked - row.marked }),
          action: t('unmarked.action'),
        }))}
      />
      <Kind
        name="pastDue"
        count={pastDue.count}
        more={subscriptions('pastDue')}
        rows={pastDue.rows.map((row) => ({
          key: row.id,
          to: '/sales/customer',
          search: { id: row.customer },
          title: row.name,
          note: t('pastDue.note', {
            batch: row.batchName,
            day: day(row.nextChargeOn),
            price: moneyText(row.price, row.currency, progress?.country.exponent ?? 2, locale),
          }),
          action: t('pastDue.action'),
        }))}
      />
      <Kind
        name="waiting"
        count={waiting.count}
        more={{ to: '/services', search: { tab: 'batches' } }}
        rows={waiting.rows.map((row) => ({
          key: row.batch,
          to: '/services/batch',
          search: { id: row.batch, tab: 'waitlist' },
          title: row.name,
          note: t('waiting.note', { free: row.free, waiting: row.waiting }),
          action: t('waiting.action'),
        }))}
      />
      <Kind
        name="expiring"
        count={expiring.count}
        more={subscriptions('expiring')}
        rows={expiring.rows.map((row) => ({
          key: row.id,
          to: '/sales/customer',
          search: { id: row.customer },
          title: row.name,
          note: t('expiring.note', { batch: row.batchName, day: day(row.endDate) }),
          action: t('expiring.action'),
        }))}
      />
    </div>
  )
}
