import { Link } from '@tanstack/react-router'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import { buttonClass } from '#ui/button.tsx'
import { List } from '#ui/list.tsx'
import { useListQuery } from '#ui/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { saleStates, type Sale } from './sale.contract.ts'
import css from './sale.list.module.css'
import { useMoney } from './use-money.ts'

/** The state of a bill as a word; what is still to be paid stands out. */
export function SaleStatus({ state }: { state: Sale['state'] }) {
  const t = useTranslations('sales.states')
  return <Status tone={state === 'paid' ? 'good' : state === 'open' || state === 'partiallyPaid' ? 'warn' : 'plain'}>{t(state)}</Status>
}

type Found = Awaited<ReturnType<typeof api.sales.list>>

/** What all bills that the filters match come to, not only those of the page. */
function Sums({ found }: { found: Found }) {
  const t = useTranslations('sales.sums')
  const money = useMoney(found.rows[0])
  return (
    <dl className={css['sums']} aria-label={t('label')}>
      {(['total', 'paid', 'refunded', 'due'] as const).map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{money(found.sums[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Every bill with what was paid of it, found by number, or the customer's name or phone (product 6, Sales). */
export function SaleList() {
  const t = useTranslations('sales')
  const format = useFormatter()
  const locale = useLocale()
  const day = useDay()
  const list = useListQuery({
    entity: 'sales',
    sort: 'day',
    filters: { state: 'all', from: 'all', to: 'all' },
    read: api.sales.list,
  })
  const amount = (key: 'total' | 'paid' | 'due') => ({
    key,
    label: t(`columns.${key}`),
    isNumber: true,
    csv: (row: Sale) => row[key] / 10 ** row.exponent,
    cell: (row: Sale) => <span className="whole">{moneyText(row[key], row.currency, row.exponent, locale)}</span>,
  })
  const { data } = list.query
  return (
    <List<Sale>
      {...list}
      caption={t('list')}
      exportName="sales"
      href={(row) => ({ to: '/sales/sale', search: { id: row.id } })}
      sums={data && <Sums found={data} />}
      empty={{
        title: t('empty.sales.title'),
        text: t('empty.sales.text'),
        action: (
          <Link className={buttonClass('primary')} to="/sales/add">
            {t('sell')}
          </Link>
        ),
      }}
      filters={[
        {
          name: 'state',
          label: t('columns.state'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('filters.all') },
            { value: 'unpaid', label: t('filters.unpaid') },
            ...saleStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
        { name: 'from', label: t('filters.from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('filters.to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        {
          key: 'number',
          label: t('columns.number'),
          csv: (row) => row.number,
          cell: (row) => <span className="ltr whole">{row.number}</span>,
        },
        { key: 'day', label: t('columns.day'), sort: 'day', csv: (row) => row.day, isWhole: true, cell: (row) => day(row.day) },
        {
          key: 'customer',
          label: t('columns.customer'),
          csv: fullName,
          // Who keeps only the books is not told who bought.
          cell: (row) =>
            row.customer && fullName(row) ? (
              <Link to="/sales/customer" search={{ id: row.customer } as never}>
                <bdi>{fullName(row)}</bdi>
              </Link>
            ) : (
              '–'
            ),
        },
        {
          key: 'what',
          label: t('columns.what'),
          csv: (row) => (row.lines > 1 ? `${row.text} +${row.lines - 1}` : row.text),
          cell: (row) => (
            <span className={css['what']}>
              <bdi>{row.text}</bdi> {row.lines > 1 && <span className={`${css['more']} ltr whole`}>+{format.number(row.lines - 1)}</span>}
            </span>
          ),
        },
        { ...amount('total'), sort: 'total' },
        amount('paid'),
        amount('due'),
        {
          key: 'state',
          label: t('columns.state'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => <SaleStatus state={row.state} />,
        },
      ]}
    />
  )
}
