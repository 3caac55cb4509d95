import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useAccountNames } from '#business/ledger/account-names.ts'
import { AsOf, Filed } from '#business/ledger/figure.tsx'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import type { useMonth } from '#business/ledger/use-month.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Formula } from '#ui/formula.tsx'
import { Menu } from '#ui/menu.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { Sums } from '#ui/sums.tsx'
import { Table } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { AccountHead } from './account-head.tsx'
import { api, useMay } from './cashbook.client.ts'
import type { AccountWithBalance, Book, BookRow } from './cashbook.contract.ts'
import css from './cashbook.module.css'
import { ReverseMove } from './reverse-move.tsx'

/** What an entry is: its move by hand, or its source. */
function useKindOf() {
  const moves = useTranslations('cashbook.moves')
  const sources = useTranslations('finance.statement.sources')
  return ({ move, source }: BookRow) => (move ? moves(move.kind) : sources(source))
}

/** The document of an entry as a link. */
function Document({ row: { sale, number, expense, payout, trainer, day } }: { row: BookRow }) {
  const t = useTranslations('cashbook.book')
  if (sale)
    return (
      <Link to="/sales/sale" search={{ id: sale }} className="ltr whole">
        {number}
      </Link>
    )
  if (expense)
    return (
      <Link to="/finance/expense" search={{ id: expense }}>
        {t('expense')}
      </Link>
    )
  if (payout)
    return (
      <Link to="/finance/payout" search={{ id: payout }}>
        {t('payout')}
      </Link>
    )
  if (trainer)
    return (
      <Link to="." search={{ tab: 'payroll', month: day.slice(0, 7), trainer }}>
        {t('pay')}
      </Link>
    )
  return '–'
}

/** What an empty amount shows. */
const nothing = <span className={css['zero']}>–</span>

/** The entries of the days, oldest first, with the balance after each. */
function Entries({
  book,
  rows,
  onReverse,
}: {
  book: Book
  rows: BookRow[]
  onReverse: ((move: NonNullable<BookRow['move']>) => void) | null
}) {
  const t = useTranslations('cashbook')
  const kindOf = useKindOf()
  const money = useMoney(book, true)
  const day = useDay()
  return (
    <Table
      label={t('book.label')}
      isWide
      columns={[
        { key: 'day', label: t('book.day'), isWhole: true, cell: (row) => day(row.day) },
        {
          key: 'kind',
          label: t('book.source'),
          isHead: true,
          cell: (row) => (
            <>
              {kindOf(row)}
              {row.move?.isReversed && <span className={css['note']}> {t('book.reversed')}</span>}
            </>
          ),
        },
        { key: 'document', label: t('book.document'), cell: (row) => <Document row={row} /> },
        { key: 'name', label: t('book.name'), isLesser: true, cell: (row) => <bdi>{row.name || row.move?.note || '–'}</bdi> },
        { key: 'in', label: t('book.in'), isNumber: true, cell: (row) => (row.amount > 0 ? money(row.amount) : nothing) },
        { key: 'out', label: t('book.out'), isNumber: true, cell: (row) => (row.amount < 0 ? money(-row.amount) : nothing) },
        { key: 'balance', label: t('book.balance'), isNumber: true, cell: (row) => money(row.balance) },
        ...(onReverse
          ? [
              {
                key: 'actions',
                label: t('actions'),
                isActions: true,
                cell: ({ move }: BookRow) =>
                  move && !move.isReversed ? (
                    <Menu
                      label={t('actions')}
                      items={[{ key: 'reverse', label: t('reverse.open'), isChange: true, run: () => onReverse(move) }]}
                    />
                  ) : null,
              },
            ]
          : []),
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  )
}

/** The book of an account: its balance before the days, what came in and left, and its balance after them. */
export function AccountBook({ account, month }: { account: AccountWithBalance; month: ReturnType<typeof useMonth> }) {
  const t = useTranslations('cashbook')
  const list = useTranslations('lists')
  const format = useFormatter()
  const nameOf = useAccountNames()
  const kindOf = useKindOf()
  const canKeep = useMay('cashbook.reverse')
  const [reversing, setReversing] = useState<NonNullable<BookRow['move']> | null>(null)
  const { from, to } = month
  const read = (page: number) => api.cashbook.book({ account: account.id, from, to, page })
  const query = useInfiniteQuery({
    queryKey: ['cashbook', 'book', account.id, from, to],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total ? pages.length + 1 : undefined),
  })
  const book = query.data?.pages[0]
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const money = useMoney(book, true)
  const sheet = async () => {
    const all: BookRow[] = []
    for (let page = 1; ; page += 1) {
      const next = await read(page)
      all.push(...next.rows)
      if (all.length >= next.total || next.rows.length === 0) break
    }
    const amount = (minor: number) => minor / 10 ** (book?.exponent ?? 0)
    return {
      header: [...(['day', 'source', 'document', 'name', 'in', 'out', 'balance'] as const).map((name) => t(`book.${name}`)), t('currency')],
      rows: all.map((row) => [
        row.day,
        kindOf(row),
        row.number ?? '',
        row.name || (row.move?.note ?? ''),
        row.amount > 0 ? amount(row.amount) : '',
        row.amount < 0 ? amount(-row.amount) : '',
        amount(row.balance),
        book?.currency ?? '',
      ]),
    }
  }
  return (
    <>
      <AccountHead
        back={
          <Link className={buttonClass('outline')} to="." search={{ tab: 'accounts' }}>
            {t('allAccounts')}
          </Link>
        }
        name={nameOf(account)}
      >
        {account.kind === 'bank' && (
          <Link className={buttonClass('outline')} to="." search={{ tab: 'accounts', money: account.id, book: 'bank' }}>
            {t('book.bank')}
          </Link>
        )}
      </AccountHead>
      <MonthBar month={month}>
        <ReportTools name={`account-${from}-${to}`} sheet={sheet} isReady={book !== undefined} />
      </MonthBar>
      <Filed title={nameOf(account)} from={from} to={to} />
      {!book || query.isError ? (
        <Unread query={query} />
      ) : (
        <>
          <div className={css['sums']}>
            <Sums
              label={t('book.label')}
              sums={[
                { name: t('book.opening'), value: money(book.opening) },
                { name: t('book.moneyIn'), value: money(book.in) },
                { name: t('book.moneyOut'), value: money(book.out) },
                { name: t('book.closing'), value: money(book.closing) },
              ]}
            />
            <Formula of={t('book.label')} text={t('book.formula')} asOf={book.asOf} />
          </div>
          {rows.length === 0 ? (
            <State title={t('book.none')} text={t('book.noneText')} />
          ) : (
            <Entries book={book} rows={rows} onReverse={canKeep ? setReversing : null} />
          )}
          <div className={css['sums']}>
            {rows.length > 0 && (
              <span className={css['note']}>{list('count', { shown: format.number(rows.length), total: format.number(book.total) })}</span>
            )}
            {query.hasNextPage && (
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('book.more')}
              </Button>
            )}
          </div>
          <AsOf at={book.asOf} />
        </>
      )}
      {reversing && <ReverseMove move={reversing} onClose={() => setReversing(null)} />}
    </>
  )
}
