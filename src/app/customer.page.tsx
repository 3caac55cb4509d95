import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { Blocking } from '#directory/customers/blocking.tsx'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { Duplicates } from '#directory/customers/duplicates.tsx'
import { FamilyPart } from '#directory/customers/family-part.tsx'
import { CustomerEnrolments } from '#timetable/enrolments/customer-enrolments.tsx'
import { EraseDialog } from '#insight/erasure/erase-dialog.tsx'
import { EnrolDialog } from '#timetable/enrolments/enrol-dialog.tsx'
import { Effects } from '#money/effects/effect.list.tsx'
import { CustomerSales } from '#money/sales/customer-sales.tsx'
import { customerSalesQuery } from '#money/sales/sale.queries.ts'
import { CustomerWeeks } from '#timetable/attendance/customer-weeks.tsx'
import { fullName } from '#lib/names.ts'
import { Menu } from '#ui/menu.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { useDay } from '#ui/use-day.ts'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { CustomerCard } from './customer-card.tsx'
import css from './customer.module.css'
import { History } from '#insight/history/history.tsx'

function Content({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const enrol = useTranslations('enrolments.enrol')
  const sales = useTranslations('sales')
  const erasure = useTranslations('erasure')
  const day = useDay()
  const canEdit = useMay('customers.block')
  const [canSell, mayPay] = [useMay('sales.sell'), useMay('sales.pay')]
  const mayFamily = useMay('customers.family')
  const canErase = useMay('customers.erase')
  const [isEnrolling, setEnrolling] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const isOpen = row.state === 'active'
  // The page's primary button is what is due, else a sale.
  const owes = (useQuery(customerSalesQuery(row.id)).data?.sums.due ?? 0) > 0
  return (
    <Page
      title={row.erasedAt ? erasure('customer') : fullName(row)}
      lead={
        <Link to="/sales" search={{ tab: 'customers' }}>
          {t('profile.back')}
        </Link>
      }
      primary={
        isOpen &&
        canSell && (
          <AddLink look={owes && mayPay ? 'outline' : 'primary'} to="/sales/add" search={{ customer: row.id }}>
            {sales('sell')}
          </AddLink>
        )
      }
      actions={
        <>
          {canEdit && row.state !== 'archived' && <Blocking row={row} />}
          {row.state !== 'archived' && (
            <AddLink look="outline" to="/sales/customer/edit" search={{ id: row.id }}>
              {t('edit')}
            </AddLink>
          )}
          {canErase && !row.erasedAt && !row.mergedInto && (
            <Menu
              label={erasure('more')}
              items={[{ key: 'erase', label: erasure('open'), isChange: false, run: () => setErasing(true) }]}
            />
          )}
          {isOpen && (
            <ChangeButton look="outline" onClick={() => setEnrolling(true)}>
              {enrol('open')}
            </ChangeButton>
          )}
        </>
      }
    >
      {isErasing && <EraseDialog row={row} onClose={() => setErasing(false)} />}
      {isEnrolling && <EnrolDialog customer={row} onClose={() => setEnrolling(false)} />}
      <div className={css['columns']}>
        <CustomerCard row={row} />
        <div className={css['rest']}>
          {row.erasedAt && <p>{erasure('erased', { day: day(row.erasedAt.slice(0, 10)) })}</p>}
          {row.mergedInto && (
            <p>
              <Link to="/sales/customer" search={{ id: row.mergedInto }}>
                {t('profile.mergedInto')}
              </Link>
            </p>
          )}
          {canEdit && isOpen && <Duplicates row={row} />}
          {mayFamily && !row.erasedAt && <FamilyPart customer={row.id} className={css['section']} />}
          {!row.erasedAt && <CustomerWeeks customer={row.id} />}
          <section className={css['section']} aria-labelledby="enrolments">
            <h2 id="enrolments">{t('profile.enrolments')}</h2>
            <CustomerEnrolments customer={row.id} mayPay={mayPay} />
          </section>
          <section className={css['section']} aria-labelledby="bills">
            <h2 id="bills">{t('profile.sales')}</h2>
            <CustomerSales customer={row.id} />
            <Effects of={{ customer: row.id }} />
          </section>
          {canEdit && (
            <section className={css['section']} aria-labelledby="history">
              <h2 id="history">{t('profile.history')}</h2>
              <History of={row.id} />
            </section>
          )}
        </div>
      </div>
    </Page>
  )
}

/** /sales/customer?id=…: one customer with guardian, tags, notes, enrolments, attendance and history (product 6). */
export default function CustomerPage() {
  const t = useTranslations('customers')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['customers', 'page', id], queryFn: () => api.customers.get({ id }) })
  if (query.data) return <Content row={query.data} />
  return (
    <Page title={t('one')}>
      <Unread query={query} rows={8} />
    </Page>
  )
}
