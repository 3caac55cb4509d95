import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { moneyText } from '#lib/money.ts'
import { useDay } from '#ui/use-day.ts'
import type { Today } from './home.contract.ts'
import css from './needs.module.css'

/** What the books still require from members who keep them, each with a link (product 4, 6). */
export function OpenBooks({ books, money }: { books: NonNullable<Today['books']>; money: NonNullable<Today['money']> }) {
  const t = useTranslations('home.books')
  const locale = useLocale()
  const day = useDay()
  const { onItsWay, monthsToClose, firstToClose, daysThatDiffer } = books
  const rows = [
    {
      key: 'onItsWay' as const,
      text: moneyText(onItsWay, money.currency, money.exponent, locale),
      to: '/finance',
      search: { tab: 'payouts' },
    },
    {
      key: 'monthsToClose' as const,
      text: firstToClose
        ? t('months', { count: monthsToClose, first: day(`${firstToClose}-01`, { month: 'long', year: 'numeric' }) })
        : t('allClosed'),
      to: '/finance',
      search: { tab: 'statement', ...(firstToClose ? { month: firstToClose } : {}) },
    },
    { key: 'daysThatDiffer' as const, text: t('days', { count: daysThatDiffer }), to: '/sales/audit-report', search: { tab: 'days' } },
  ]
  return (
    <section className={css['kind']} aria-labelledby="open-books">
      <h2 id="open-books">{t('title')}</h2>
      <ul>
        {rows.map(({ key, text, to, search }) => (
          <li key={key}>
            <Link className={css['row']} to={to} search={search}>
              <strong>{t(key)}</strong>
              <span className={css['note']}>{text}</span>
              <span className={css['action']}>{t('open')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
