import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './finance.module.css'
import { MonthBar } from './month-bar.tsx'
import type { useMonth } from './use-month.ts'

/** What a figure's link may narrow the entries to. */
const narrowing = ['account', 'source', 'method', 'batch', 'service', 'hall', 'trainer'] as const

/** The entries of the ledger in a month, newest first: each amount with the account that it left and the one that it reached. */
export function Transactions({ month }: { month: ReturnType<typeof useMonth> }) {
  const t = useTranslations('finance.entries')
  const sources = useTranslations('finance.statement.sources')
  const accounts = useTranslations('finance.accounts')
  const methods = useTranslations('sales.methods')
  const locale = useLocale()
  const day = useDay()
  const { from, to } = month
  const search = useSearch({ strict: false }) as Record<string, string>
  const asked = Object.fromEntries(narrowing.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
  const chips = Object.entries(asked).map(([name, value]) => {
    if (name === 'account') return t('only.account', { value: accounts.has(value as 'cash') ? accounts(value as 'cash') : value })
    if (name === 'source') return t('only.source', { value: sources.has(value as 'sale') ? sources(value as 'sale') : value })
    if (name === 'method') return t('only.method', { value: methods.has(value as 'cash') ? methods(value as 'cash') : value })
    return value === 'none' ? t(`nothing.${name as 'batch'}`) : t(`only.${name as 'batch'}`)
  })
  const query = useInfiniteQuery({
    queryKey: ['finance', 'entries', from, to, asked],
    queryFn: ({ pageParam }) => api.finance.entries({ from, to, ...(asked as object), ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.sequence : undefined),
  })
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <MonthBar month={month} />
      {chips.length > 0 && (
        <p className={css['chips']}>
          <span>{t('narrowed', { what: chips.join(t('and')) })}</span>{' '}
          <Link to="." search={{ ...month.keep, tab: 'transactions' } as never}>
            {t('all')}
          </Link>
        </p>
      )}
      {!rows || query.isError ? (
        <Unread query={query} />
      ) : rows.length === 0 ? (
        <State title={t('none')} text={t('noneText')} />
      ) : (
        <div className={css['scroll']}>
          <table className={css['entries']}>
            <caption className="hidden-text">{t('caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                <th scope="col">{t('source')}</th>
                <th scope="col">{t('document')}</th>
                <th scope="col">{t('debit')}</th>
                <th scope="col">{t('credit')}</th>
                <th scope="col" className={css['number']}>
                  {t('amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{day(row.day)}</td>
                  <td>{sources(row.source)}</td>
                  <td>
                    {row.sale ? (
                      <Link to="/sales/sale" search={{ id: row.sale } as never} className="ltr">
                        {row.number}
                      </Link>
                    ) : row.expense ? (
                      <Link to="/finance/expense" search={{ id: row.expense } as never}>
                        {sources('expense')}
                      </Link>
                    ) : (
                      '–'
                    )}
                  </td>
                  <td>{accounts(row.debit)}</td>
                  <td>{accounts(row.credit)}</td>
                  <td className={css['number']}>{moneyText(row.amount, row.currency, row.exponent, locale, true)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
