import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './finance.client.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { Chips } from '#ui/lists/chips.tsx'
import { Choice } from '#ui/choice.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import type { Sheet } from '#ui/sheet.ts'
import { Table } from '#ui/table.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { EntriesFoundPanel } from './entries-found.tsx'
import { Filed } from '#business/ledger/figure.tsx'
import type { LedgerEntry } from './finance.contract.ts'
import css from './finance.module.css'
import { accounts, entrySources } from '#business/ledger/ledger.rules.ts'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import type { useMonth } from '#business/ledger/use-month.ts'
import { useNarrowing } from './use-narrowing.ts'

/** The source of an entry as a link: a bill, an expense, a payout, or a trainer's month of pay. */
function Document({ row }: { row: LedgerEntry }) {
  const sourceName = useTranslations('finance.statement.sources')
  if (row.sale)
    return (
      <Link to="/sales/sale" search={{ id: row.sale }} className="ltr">
        {row.number}
      </Link>
    )
  if (row.expense)
    return (
      <Link to="/finance/expense" search={{ id: row.expense }}>
        {sourceName('expense')}
      </Link>
    )
  if (row.payout)
    return (
      <Link to="/finance/payout" search={{ id: row.payout }}>
        {sourceName('payout')}
      </Link>
    )
  if (row.trainer)
    return (
      // Pay is posted to a day of the month that shows it: the month it is earned, corrected or paid in.
      <Link to="." search={{ tab: 'payroll', month: row.day.slice(0, 7), trainer: row.trainer }}>
        <bdi>{row.trainerName}</bdi>
      </Link>
    )
  return '–'
}

function Entries({ rows }: { rows: LedgerEntry[] }) {
  const t = useTranslations('finance.entries')
  const sourceName = useTranslations('finance.statement.sources')
  const accountName = useTranslations('finance.accounts')
  const locale = useLocale()
  const day = useDay()
  return (
    <Table
      label={t('caption')}
      isWide
      columns={[
        { key: 'day', label: t('day'), isWhole: true, cell: (row) => day(row.day) },
        { key: 'source', label: t('source'), isHead: true, cell: (row) => sourceName(row.source) },
        { key: 'document', label: t('document'), cell: (row) => <Document row={row} /> },
        { key: 'debit', label: t('debit'), cell: (row) => accountName(row.debit) },
        { key: 'credit', label: t('credit'), cell: (row) => accountName(row.credit) },
        {
          key: 'amount',
          label: t('amount'),
          isNumber: true,
          cell: (row) => moneyText(row.amount, row.currency, row.exponent, locale, true),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => String(id)}
    />
  )
}

/** The filters that can be set without following a figure's link: the account and the source. */
function Filters({ narrowing: { asked, go } }: { narrowing: ReturnType<typeof useNarrowing> }) {
  const t = useTranslations('finance')
  return (
    <div className={css['bar']}>
      <Choice
        label={t('entries.account')}
        value={asked.account ?? ''}
        options={[{ value: '', label: t('entries.any') }, ...accounts.map((value) => ({ value, label: t(`accounts.${value}`) }))]}
        onChange={(account) => go({ account: account || undefined })}
      />
      <Choice
        label={t('entries.source')}
        value={asked.source ?? ''}
        options={[
          { value: '', label: t('entries.any') },
          ...entrySources.map((value) => ({ value, label: t(`statement.sources.${value}`) })),
        ]}
        onChange={(source) => go({ source: source || undefined })}
      />
    </div>
  )
}

/** The file of all matching entries, not only of those shown. @param read reads one page of them */
function useFile(read: (before?: number) => Promise<{ rows: LedgerEntry[]; hasMore: boolean }>): () => Promise<Sheet> {
  const t = useTranslations('finance.entries')
  const files = useTranslations('lists.files.columns')
  const sourceName = useTranslations('finance.statement.sources')
  const accountName = useTranslations('finance.accounts')
  const sales = useTranslations('sales')
  const methods = useOpenTexts('sales.methods')
  return async () => {
    const rows: LedgerEntry[] = []
    for (let page = await read(); ; page = await read(rows.at(-1)?.sequence)) {
      rows.push(...page.rows)
      if (!page.hasMore) break
    }
    return {
      header: [
        ...(['day', 'source', 'document', 'debit', 'credit'] as const).map((name) => t(name)),
        sales('method.label'),
        t('amount'),
        files('currency'),
      ],
      rows: rows.map((row) => [
        row.day,
        sourceName(row.source),
        row.number ?? row.trainerName ?? '',
        accountName(row.debit),
        accountName(row.credit),
        row.method ? methods(row.method) : '',
        row.amount / 10 ** row.exponent,
        row.currency,
      ]),
    }
  }
}

/** Explains an empty list, and what to do: clear the filters, or sell. */
function None({ isNarrowed, clear }: { isNarrowed: boolean; clear: () => void }) {
  const t = useTranslations('finance')
  const list = useTranslations('lists')
  const canSell = useMay('sales.sell')
  if (isNarrowed)
    return <State title={list('noMatch')} text={list('noMatchText')} action={<Button onClick={clear}>{list('clear')}</Button>} />
  return (
    <State
      title={t('entries.none')}
      text={t('entries.noneText')}
      action={canSell && <AddLink to="/sales/add">{t('invoices.sell')}</AddLink>}
    />
  )
}

/**
 * The ledger entries of a period, newest first: each amount with the account that it left and the one that it
 * reached; filtered by the address, with totals, export and print (product 6).
 */
export function Transactions({ month }: { month: ReturnType<typeof useMonth> }) {
  const t = useTranslations('finance')
  const list = useTranslations('lists')
  const format = useFormatter()
  const { from, to } = month
  const narrowing = useNarrowing()
  const { asked, chips, clear } = narrowing
  const read = (before?: number) => api.finance.entries({ from, to, ...asked, ...(before ? { before } : {}) })
  const query = useInfiniteQuery({
    queryKey: ['finance', 'entries', from, to, asked],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.sequence : undefined),
  })
  const file = useFile(read)
  const rows = query.data?.pages.flatMap((page) => page.rows)
  const found = query.data?.pages[0]?.found ?? undefined
  const total = found ? format.number(found.total) : null
  const applied = chips(found?.names)
  return (
    <>
      <MonthBar month={month}>
        <ReportTools name={`entries-${from}-${to}`} sheet={file} />
      </MonthBar>
      <Filters narrowing={narrowing} />
      <Filed title={t('entries.caption')} from={from} to={to} />
      <Chips total={total} chips={applied} />
      {!rows || query.isError ? (
        <Unread query={query} />
      ) : !rows[0] ? (
        <None isNarrowed={applied.length > 0} clear={clear} />
      ) : (
        <>
          {found && <EntriesFoundPanel found={found} account={asked.account} terms={rows[0]} />}
          <Entries rows={rows} />
          <div className={css['sums']}>
            {total !== null && <span className={css['note']}>{list('count', { shown: format.number(rows.length), total })}</span>}
            {query.hasNextPage && (
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('entries.more')}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  )
}
