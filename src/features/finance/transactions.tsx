import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './finance.module.css'
import { MonthBar } from './month-bar.tsx'
import type { useMonth } from './use-month.ts'

/** The entries of the ledger in a month, newest first: each amount with the account that it left and the one that it reached. */
export function Transactions({ month }: { month: ReturnType<typeof useMonth> }) {
  const t = useTranslations('finance.entries')
  const sources = useTranslations('finance.statement.sources')
  const accounts = useTranslations('finance.accounts')
  const locale = useLocale()
  const day = useDay()
  const { from, to } = month
  const query = useInfiniteQuery({
    queryKey: ['finance', 'entries', from],
    queryFn: ({ pageParam }) => api.finance.entries({ from, to, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.sequence : undefined),
  })
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <MonthBar month={month} />
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
