import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './sales.client.ts'
import { useToday } from '#business/setup/here.ts'
import { fullName } from '#lib/names.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Sums } from '#ui/sums.tsx'
import { Status } from '#ui/surface.tsx'
import { AddLink, useTrialOver } from '#ui/trial-over.tsx'
import { customerColumn, numberColumn, useAmount, useDayColumn } from '#business/ledger/ledger-columns.tsx'
import { saleStates, type Sale } from './sale.contract.ts'
import { SaleRowActions } from './sale-row-actions.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import { useRemindMany } from './remind-chosen.tsx'

/** The state of a bill as a label; one that is past due is highlighted. */
export function SaleStatus({ state, dueOn }: Pick<Sale, 'state' | 'dueOn'>) {
  const t = useTranslations('sales.states')
  const today = useToday()
  const isLate = (state === 'open' || state === 'partiallyPaid') && dueOn < today
  return <Status tone={state === 'paid' ? 'good' : isLate ? 'warn' : 'plain'}>{t(state)}</Status>
}

type Found = Awaited<ReturnType<typeof api.sales.list>>['sums']

/** The sums in the order in which they add up: the bills as written, and separately what the credit notes took off them. */
function sumsOf({ total, credited, paid, refunded, due }: Found) {
  return [
    ['total', total + credited],
    ...(credited > 0 ? [['credited', -credited] as const] : []),
    ['paid', paid],
    ['refunded', refunded],
    ['due', due],
  ] as const
}

/** All bills with their payments, searched by number, or the customer's name or phone (product 6, Sales). */
export function SaleList() {
  const t = useTranslations('sales')
  const format = useFormatter()
  const amount = useAmount()
  const dayColumn = useDayColumn()
  const file = useFileColumns()
  const list = useListQuery({
    entity: 'sales',
    sort: 'day',
    filters: { state: 'all', from: 'all', to: 'all', customer: 'all', batch: 'all', run: 'all' },
    read: api.sales.list,
  })
  const { data } = list.query
  const { customer, batch = 'all', run = 'all' } = list.state.filters
  const { data: named } = useQuery({
    queryKey: ['batches', 'page', batch],
    queryFn: () => api.batches.get({ id: batch }),
    enabled: batch !== 'all',
  })
  const [first] = data?.rows ?? []
  const money = useMoney(first, true)
  const [canSell, canRemind, mayPay] = [useMay('sales.sell'), useMay('sales.remind'), useMay('sales.pay')]
  const isOver = useTrialOver()
  const { remind, question } = useRemindMany()
  const dueOf = (rows: Sale[]) => rows.reduce((sum, { due }) => sum + due, 0)
  return (
    <>
      <List<Sale>
        {...list}
        caption={t('list')}
        exportName="sales"
        href={(row) => ({ to: '/sales/sale', search: { id: row.id } })}
        sums={
          data && (
            <Sums
              label={t('sums.label')}
              sums={sumsOf(data.sums).map(([name, amount]) => ({ name: t(`sums.${name}`), value: money(amount) }))}
            />
          )
        }
        views={(['all', 'unpaid', 'overdue'] as const).map((key) => ({
          key,
          label: t(`filters.${key}`),
          filters: key === 'all' ? {} : { state: key },
        }))}
        empty={{
          title: t('empty.sales.title'),
          text: t('empty.sales.text'),
          action: canSell && <AddLink to="/sales/add">{t('sell')}</AddLink>,
        }}
        filters={[
          {
            name: 'state',
            label: t('columns.state'),
            fallback: 'all',
            options: [
              { value: 'all', label: t('filters.all') },
              { value: 'unpaid', label: t('filters.unpaid') },
              { value: 'overdue', label: t('filters.overdue') },
              ...saleStates.map((value) => ({ value, label: t(`states.${value}`) })),
            ],
          },
          // A customer's bills are filtered from the customer's page; here the filter can only be removed.
          ...(customer === 'all'
            ? []
            : [
                {
                  name: 'customer' as const,
                  label: t('columns.customer'),
                  fallback: 'all',
                  options: [
                    { value: 'all', label: t('filters.all') },
                    { value: customer ?? '', label: (first && fullName(first)) || t('columns.customer') },
                  ],
                },
              ]),
          // The same applies to a batch's bills.
          ...(batch === 'all'
            ? []
            : [
                {
                  name: 'batch' as const,
                  label: t('sellForm.batch'),
                  fallback: 'all',
                  options: [
                    { value: 'all', label: t('filters.all') },
                    { value: batch, label: named?.name ?? t('sellForm.batch') },
                  ],
                },
              ]),
          // The bills of a billing run are filtered from the list of runs.
          ...(run === 'all'
            ? []
            : [
                {
                  name: 'run' as const,
                  label: t('runs.one'),
                  fallback: 'all',
                  options: [
                    { value: 'all', label: t('filters.all') },
                    { value: run, label: t('runs.chosen') },
                  ],
                },
              ]),
          { name: 'from', label: t('filters.from'), fallback: 'all', isDay: true },
          { name: 'to', label: t('filters.to'), fallback: 'all', isDay: true },
        ]}
        selecting={{
          nameOf: ({ number }) => number,
          sum: (rows) => (dueOf(rows) > 0 ? t('dueOf', { amount: money(dueOf(rows)) }) : null),
          verbs: (rows, done) =>
            canRemind && !isOver
              ? [
                  {
                    key: 'remind',
                    label: t('remindChosen'),
                    reason: dueOf(rows) > 0 ? undefined : t('nothingDue'),
                    run: () => remind({ sales: rows.map(({ id }) => id) }, done),
                  },
                ]
              : [],
        }}
        quick={({ id, due }) =>
          mayPay && !isOver && due > 0 ? { label: t('pay.open'), place: { to: '/sales/sale', search: { id, act: 'pay' } } } : null
        }
        rowActions={(row) => <SaleRowActions row={row} />}
        columns={[
          numberColumn(t('columns.number')),
          dayColumn(t('columns.day')),
          {
            ...customerColumn(t('columns.customer')),
            detail: (row) => (
              <>
                <bdi>{row.text}</bdi> {row.lines > 1 && <span className="ltr whole">+{format.number(row.lines - 1)}</span>}
              </>
            ),
          },
          { key: 'what', label: t('columns.what'), csv: (row) => row.text },
          file('lines', (row) => row.lines),
          { ...amount('total', t('columns.total')), sort: 'total', narrow: 'first' },
          amount('paid', t('columns.paid')),
          amount('due', t('columns.due')),
          file('currency', (row) => row.currency),
          {
            key: 'state',
            narrow: 'second',
            label: t('columns.state'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => <SaleStatus state={row.state} dueOn={row.dueOn} />,
          },
        ]}
      />
      {question}
    </>
  )
}
