import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useMay } from './sales.client.ts'
import { moneyText } from '#lib/money.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import css from './customer-sales.module.css'
import { CustomerCredit } from './customer-credit.tsx'
import { SaleStatus } from './sale.list.tsx'
import { customerSalesQuery } from './sale.queries.ts'
import { useMoney } from '#business/ledger/use-money.ts'

/** The last bills of one customer, with the amount still due on all of their bills. */
export function CustomerSales({ customer }: { customer: string }) {
  const t = useTranslations('sales')
  const locale = useLocale()
  const day = useDay()
  const maySeeAccount = useMay('sales.account')
  const query = useQuery(customerSalesQuery(customer))
  const money = useMoney(query.data?.rows[0])
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton rows={2} />
  const { rows, total, sums } = query.data
  if (rows.length === 0) return <p>{t('customer.none')}</p>
  return (
    <>
      <p>{sums.due > 0 ? t('customer.due', { due: money(sums.due) }) : t('customer.settled')}</p>
      <ul className={css['bills']} aria-label={t('list')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link className="ltr" to="/sales/sale" search={{ id: row.id }}>
              {row.number}
            </Link>
            <span className={css['what']}>
              <bdi>{row.text}</bdi> <span className={css['day']}>{day(row.day)}</span>
            </span>
            <span className={css['amount']}>{moneyText(row.total, row.currency, row.exponent, locale, true)}</span>
            <SaleStatus state={row.state} dueOn={row.dueOn} />
          </li>
        ))}
      </ul>
      <p className={css['links']}>
        {total > rows.length && (
          <Link to="/sales" search={{ tab: 'sales', customer }}>
            {t('customer.all', { count: total })}
          </Link>
        )}
        {maySeeAccount && (
          <Link to="/sales/customer/account" search={{ id: customer, span: 'year' }}>
            {t('account.open')}
          </Link>
        )}
      </p>
      <CustomerCredit customer={customer} />
    </>
  )
}
