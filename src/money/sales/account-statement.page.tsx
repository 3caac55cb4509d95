import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { useColumn } from '#business/ledger/figure.tsx'
import { useMonth } from '#business/ledger/use-month.ts'
import { fullName } from '#lib/names.ts'
import { Missing, Page, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { sheetOf } from '#ui/sheet.ts'
import { Table } from '#ui/table.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import type { AccountStatement } from './account-statement.contract.ts'
import { PaperHead } from './sale-view.tsx'
import { api } from './sales.client.ts'
import css from './sale-view.module.css'

type Row = AccountStatement['rows'][number]

/** What a row is called: a void, a credit note or a payment that raises the balance is a reversal of one. */
function useKind() {
  const t = useTranslations('sales.account')
  return ({ kind, amount }: Row) => {
    const isReversal = amount > 0 && (kind === 'void' || kind === 'creditNote' || kind === 'payment')
    return isReversal ? t(`reversed.${kind}`) : t(`kinds.${kind}`)
  }
}

/** The changes of the account between its two balances. */
function Changes({ statement }: { statement: AccountStatement }) {
  const t = useTranslations('sales')
  const money = useColumn(statement)
  const day = useDay()
  const kind = useKind()
  return (
    <Table
      label={t('account.changes')}
      columns={[
        { key: 'day', label: t('account.day'), isWhole: true, cell: (row) => day(row.day) },
        {
          key: 'kind',
          label: t('account.kind'),
          cell: (row) => (
            <>
              {kind(row)}{' '}
              {row.sale && (
                <Link className="ltr whole" to="/sales/sale" search={{ id: row.sale }}>
                  {row.number}
                </Link>
              )}{' '}
              {row.method && <span className={css['minor']}>{t(`methods.${row.method}`)}</span>}
              {row.text && (
                <span className={css['minor']} dir="auto">
                  {row.text}
                </span>
              )}
            </>
          ),
        },
        { key: 'amount', label: t('credit.amount'), isNumber: true, cell: (row) => money(row.amount) },
        { key: 'balance', label: t('account.balance'), isNumber: true, cell: (row) => money(row.balance) },
      ]}
      rows={statement.rows}
      keyOf={(row) => String(statement.rows.indexOf(row))}
    />
  )
}

/** The statement as it is printed: the business, the customer, the balances and each change between them. */
function Paper({ statement }: { statement: AccountStatement }) {
  const t = useTranslations('sales.account')
  const money = useColumn(statement)
  const days = useDays()
  const { customer, opening, charged, credited, closing } = statement
  const sums = [
    { name: t('opening'), amount: money(opening) },
    { name: t('charged'), amount: money(charged) },
    { name: t('credited'), amount: money(-credited) },
  ]
  const due = closing > 0 ? t('owes', { amount: money(closing) }) : closing < 0 ? t('credit', { amount: money(-closing) }) : t('even')
  return (
    <article className={css['receipt']} aria-label={t('title')}>
      <PaperHead vendor={statement.vendor} title={t('title')}>
        {days(statement.from, statement.to)}
      </PaperHead>
      <dl className={css['facts']}>
        <div>
          <dt>{t('customer')}</dt>
          {[customer.companyName, fullName(customer)].filter(Boolean).map((name) => (
            <dd key={name}>
              <bdi>{name}</bdi>
            </dd>
          ))}
          {[customer.phone, customer.email].filter(Boolean).map((line) => (
            <dd key={line} className={css['minor']}>
              <bdi className="ltr">{line}</bdi>
            </dd>
          ))}
        </div>
      </dl>
      {statement.rows.length === 0 ? <p>{t('none')}</p> : <Changes statement={statement} />}
      <dl className={css['sums']}>
        {sums.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div data-main>
          <dt>{t('closing')}</dt>
          <dd>{due}</dd>
        </div>
      </dl>
    </article>
  )
}

/** /sales/customer/account?id=…: what a customer owes for some days, as a paper to print or a file. */
export default function AccountStatementPage() {
  const t = useTranslations('sales')
  const kind = useKind()
  const { id = '' } = useSearch({ strict: false })
  const month = useMonth()
  const input = { customer: id, from: month.from, to: month.to }
  const query = useQuery({
    queryKey: ['sales', 'account', input],
    queryFn: () => api.sales.account(input),
    placeholderData: keepPreviousData,
    enabled: id !== '',
  })
  const statement = query.data
  const sheet = ({ exponent, rows }: AccountStatement) => {
    const units = (minor: number) => minor / 10 ** exponent
    return sheetOf<Row>(
      [
        { label: t('account.day'), csv: (row) => row.day },
        { label: t('account.kind'), csv: kind },
        { label: t('columns.number'), csv: (row) => row.number ?? '' },
        { label: t('credit.amount'), csv: (row) => units(row.amount) },
        { label: t('account.balance'), csv: (row) => units(row.balance) },
      ],
      rows,
    )
  }
  return (
    <Page
      title={t('account.title')}
      lead={
        <Link to="/sales/customer" search={{ id }}>
          {statement ? fullName(statement.customer) : t('account.customer')}
        </Link>
      }
    >
      <MonthBar month={month}>
        {statement && <ReportTools name={`account-${statement.from}-${statement.to}`} sheet={() => sheet(statement)} />}
      </MonthBar>
      {statement ? <Paper statement={statement} /> : id === '' ? <Missing /> : <Unread query={query} rows={8} />}
    </Page>
  )
}
