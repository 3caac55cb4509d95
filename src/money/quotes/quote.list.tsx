import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './quotes.client.ts'
import { customerColumn, numberColumn, useAmount, useDayColumn } from '#business/ledger/ledger-columns.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Sums } from '#ui/sums.tsx'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { quoteStates, type Quote } from './quote.contract.ts'

/** The state of a quote as a label; a quote that awaits the business is highlighted. */
export function QuoteStatus({ state }: { state: Quote['state'] }) {
  const t = useTranslations('quotes.states')
  return (
    <Status tone={state === 'converted' ? 'good' : state === 'countered' || state === 'accepted' ? 'warn' : 'plain'}>{t(state)}</Status>
  )
}

/** What a quote is for, in the reader's language. */
export function useWhat(): (row: Pick<Quote, 'batchName' | 'serviceType'>) => string {
  const { nameOf } = useServiceTypes()
  return ({ batchName, serviceType }) => batchName ?? nameOf(serviceType)
}

/** The link to a new quote, for members who may create one. */
export function AddQuote() {
  const t = useTranslations('quotes')
  const canQuote = useMay('quotes.create')
  return canQuote ? <AddLink to="/sales/quote/add">{t('add')}</AddLink> : null
}

type Page = Awaited<ReturnType<typeof api.quotes.list>>

/** The totals of all quotes that the filters match, not only those on the page. */
function Found({ found }: { found: Page }) {
  const t = useTranslations('quotes.sums')
  const money = useMoney(found.rows[0], true)
  return (
    <Sums label={t('label')} sums={(['offered', 'agreed'] as const).map((name) => ({ name: t(name), value: money(found.sums[name]) }))} />
  )
}

/** All quotes with their states, searched by number, or the customer's name or phone (product 6, Quotes). */
export function QuoteList() {
  const t = useTranslations('quotes')
  const format = useFormatter()
  const amount = useAmount()
  const day = useDay()
  const dayColumn = useDayColumn()
  const file = useFileColumns()
  const what = useWhat()
  const list = useListQuery({ entity: 'quotes', sort: 'day', filters: { state: 'all', customer: 'all' }, read: api.quotes.list })
  const { data } = list.query
  return (
    <List<Quote>
      {...list}
      caption={t('list')}
      exportName="quotes"
      href={(row) => ({ to: '/sales/quote', search: { id: row.id } })}
      sums={data && <Found found={data} />}
      empty={{ title: t('empty.title'), text: t('empty.text'), action: <AddQuote /> }}
      filters={[
        {
          name: 'state',
          label: t('columns.state'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('filters.all') },
            { value: 'toAnswer', label: t('filters.toAnswer') },
            { value: 'toName', label: t('filters.toName') },
            ...quoteStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
      ]}
      columns={[
        numberColumn(t('columns.number')),
        dayColumn(t('columns.day')),
        { ...customerColumn(t('customer.label')), detail: (row) => <bdi>{what(row)}</bdi> },
        { key: 'what', label: t('columns.what'), csv: what },
        {
          key: 'candidates',
          label: t('candidates.label'),
          isNumber: true,
          csv: (row) => row.candidates,
          cell: (row) => format.number(row.candidates),
        },
        { ...amount('offeredPrice', t('columns.offered')), sort: 'offeredPrice' },
        { ...amount('total', t('columns.total')), narrow: 'first' },
        file('currency', (row) => row.currency),
        {
          key: 'validUntil',
          label: t('validUntil.label'),
          sort: 'validUntil',
          csv: (row) => row.validUntil,
          isWhole: true,
          cell: (row) => day(row.validUntil),
        },
        {
          key: 'state',
          narrow: 'second',
          label: t('columns.state'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) =>
            row.unnamed > 0 ? <Status tone="warn">{t('places.toName', { count: row.unnamed })}</Status> : <QuoteStatus state={row.state} />,
        },
      ]}
    />
  )
}
