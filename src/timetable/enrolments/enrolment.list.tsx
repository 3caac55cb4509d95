import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { changed } from '#web/changed.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useDay } from '#ui/use-day.ts'
import { PlaceDiscount } from './discount-fields.tsx'
import { EnrolmentActions } from './enrolment-actions.tsx'
import css from './enrolment.list.module.css'
import { EnrolmentSums } from './enrolment-sums.tsx'
import type { Enrolment } from './enrolment.contract.ts'

const filters = [
  'active',
  'expiring',
  'unpriced',
  'pastDue',
  'frozen',
  'offered',
  'waitlisted',
  'completed',
  'cancelled',
  'expired',
] as const

/** The displayed state: an active enrolment that ends soon is shown as expiring. */
const stateOf = (row: Enrolment) => (row.state === 'active' && row.isExpiring ? 'expiring' : row.state)

/** The state as a label; states that need attention are highlighted. */
export function EnrolmentStatus({ row }: { row: Enrolment }) {
  const t = useTranslations('enrolments.states')
  const state = stateOf(row)
  return <Status tone={state === 'active' ? 'good' : state === 'pastDue' || state === 'expiring' ? 'warn' : 'plain'}>{t(state)}</Status>
}

/**
 * Customers' subscriptions to batches, each with its available actions (product 6, Subscriptions).
 * @param start shown in an empty list: leads to a first subscription
 */
export function EnrolmentList({ mayPay, start }: { mayPay: boolean; start: ReactNode }) {
  const t = useTranslations('enrolments')
  const common = useTranslations('services')
  const locale = useLocale()
  const { data: progress } = useQuery(progressQuery)
  const list = useListQuery({ entity: 'enrolments', filters: { state: 'current' }, read: api.enrolments.list })
  const day = useDay()
  const file = useFileColumns()
  const exponent = progress?.country.exponent ?? 2
  const currency = list.query.data?.rows[0]?.currency ?? ''
  const attended = (row: Enrolment) => row.present + row.late
  const marked = (row: Enrolment) => attended(row) + row.absent + row.excused
  const tally = (row: Enrolment) => (marked(row) === 0 ? '–' : `${attended(row)} / ${marked(row)}`)
  return (
    <List<Enrolment>
      {...list}
      caption={t('list')}
      exportName="subscriptions"
      sums={<EnrolmentSums state={list.state} money={(minor) => moneyText(minor, currency, exponent, locale)} />}
      href={(row) => ({ to: '/sales/customer', search: { id: row.customer } })}
      face={(row) => ({ name: fullName(row) })}
      empty={{ title: t('empty.title'), text: t('empty.text'), action: start }}
      filters={[
        {
          name: 'state',
          label: common('filter.status'),
          fallback: 'current',
          options: [
            { value: 'current', label: t('filters.current') },
            ...filters.map((value) => ({ value, label: t(`states.${value}`) })),
            { value: 'all', label: t('filters.all') },
          ],
        },
      ]}
      rowActions={(row) => <EnrolmentActions row={row} mayPay={mayPay} onChanged={() => changed('enrolments')} />}
      columns={[
        { key: 'customer', label: t('columns.customer'), csv: fullName, cell: fullName, detail: (row) => row.batchName },
        { key: 'batch', label: t('columns.batch'), csv: (row) => row.batchName },
        {
          key: 'dates',
          label: t('columns.dates'),
          sort: 'endDate',
          cell: (row) => (
            <>
              <span className="whole">{day(row.startDate)} –</span> <span className="whole">{day(row.endDate)}</span>
            </>
          ),
        },
        file('startDate', (row) => row.startDate),
        file('endDate', (row) => row.endDate),
        {
          key: 'price',
          narrow: 'first',
          label: t('columns.price'),
          isNumber: true,
          csv: (row) => row.price / 10 ** exponent,
          cell: (row) => (
            <>
              <span className="whole">{moneyText(row.price, row.currency, exponent, locale)}</span>
              {row.discount && (
                <span className={css['discount']}>
                  <PlaceDiscount row={row} />
                </span>
              )}
            </>
          ),
        },
        file('discountPercent', ({ discount }) => (discount?.kind === 'percent' ? discount.value / 100 : '')),
        file('discount', ({ discount }) => (discount?.kind === 'amount' ? discount.value / 10 ** exponent : '')),
        file('currency', (row) => row.currency),
        {
          key: 'next',
          label: t('columns.next'),
          csv: (row) => row.nextChargeOn ?? '',
          isWhole: true,
          cell: (row) => (row.nextChargeOn ? day(row.nextChargeOn) : '–'),
        },
        {
          key: 'attendance',
          label: t('columns.attendance'),
          isNumber: true,
          cell: (row) => <span className="ltr">{tally(row)}</span>,
        },
        file('attended', attended),
        file('marked', marked),
        {
          key: 'status',
          narrow: 'second',
          label: t('columns.status'),
          csv: (row) => t(`states.${stateOf(row)}`),
          cell: (row) => <EnrolmentStatus row={row} />,
        },
      ]}
    />
  )
}
