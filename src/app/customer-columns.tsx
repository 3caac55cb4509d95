import { useLocale, useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { useToday } from '#business/setup/here.ts'
import { useCustomerFile } from '#directory/customers/customer-file.ts'
import { CustomerStatus } from '#directory/customers/customer-status.tsx'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { daysBetween } from '#lib/days.ts'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import type { Debt } from '#money/sales/debt.contract.ts'
import { recentSessions } from '#timetable/attendance/recent.rules.ts'
import { Dots } from '#ui/charts/dots.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import type { Column } from '#ui/lists/list.tsx'
import { useDay } from '#ui/use-day.ts'
import type { useCustomerFacts } from './customer-facts.ts'
import css from './customer-list.module.css'

/** When the oldest bill of a debt is or was due; from the eighth day on it is marked. */
function DueText({ debt }: { debt: Debt }) {
  const t = useTranslations('customers.debt')
  const day = useDay()
  const late = daysBetween(debt.dueOn, useToday())
  if (late < 0) return t('due', { day: day(debt.dueOn) })
  if (late === 0) return t('today')
  return <span className={late > 7 ? css['late'] : undefined}>{t('days', { count: late })}</span>
}

/** The columns of the customers: who they are, how often they come, and what they owe. */
export function useCustomerColumns({ mayOwe, mayCome, debtOf, recentOf }: ReturnType<typeof useCustomerFacts>): Column<Customer>[] {
  const t = useTranslations('customers')
  const seesTags = useMay('customers.tags')
  const locale = useLocale()
  const file = useFileColumns()
  const own = useCustomerFile()
  const day = useDay()
  const today = useToday()
  const attended = (row: Customer) => {
    const marks = recentOf(row.id)?.marks ?? []
    return t('attended', { attended: marks.filter((mark) => mark === 'present' || mark === 'late').length, count: marks.length })
  }
  return [
    {
      key: 'name',
      label: t('columns.name'),
      sort: 'firstName',
      cell: fullName,
      detail: (row) => row.companyName || <span className="ltr">{row.phone || row.guardianPhone || row.email}</span>,
    },
    ...own,
    {
      key: 'status',
      narrow: 'second',
      label: t('columns.status'),
      csv: (row) => t(`lifecycles.${row.lifecycle}`),
      cell: (row) => <CustomerStatus row={row} />,
    },
    ...(mayCome
      ? [
          {
            key: 'lastVisit',
            label: t('columns.lastVisit'),
            isWhole: true,
            csv: ({ id }: Customer) => recentOf(id)?.lastOn ?? '',
            cell: ({ id }: Customer) => {
              const lastOn = recentOf(id)?.lastOn
              return lastOn ? day(lastOn) : '–'
            },
            detail: ({ id }: Customer) => {
              const lastOn = recentOf(id)?.lastOn
              return lastOn && t('ago', { count: daysBetween(lastOn, today) })
            },
          },
          {
            key: 'sessions',
            label: t('columns.sessions'),
            narrow: 'none' as const,
            cell: (row: Customer) => {
              const marks = recentOf(row.id)?.marks.filter((mark) => mark !== 'booked')
              return marks ? <Dots dots={marks} count={recentSessions} label={attended(row)} /> : '–'
            },
          },
        ]
      : []),
    ...(mayOwe
      ? [
          {
            key: 'owes',
            label: t('columns.owes'),
            isNumber: true,
            narrow: 'first' as const,
            csv: ({ id }: Customer) => {
              const debt = debtOf(id)
              return debt ? debt.amount / 10 ** debt.exponent : 0
            },
            cell: ({ id }: Customer) => {
              const debt = debtOf(id)
              return debt ? <span className="whole">{moneyText(debt.amount, debt.currency, debt.exponent, locale, true)}</span> : '–'
            },
            detail: ({ id }: Customer) => {
              const debt = debtOf(id)
              return debt && <DueText debt={debt} />
            },
          },
        ]
      : []),
    ...(mayOwe ? [file('currency', ({ id }: Customer) => debtOf(id)?.currency ?? '')] : []),
    {
      key: 'until',
      label: t('columns.until'),
      sort: 'activeUntil',
      csv: (row) => row.activeUntil ?? '',
      isWhole: true,
      narrow: 'none',
      cell: (row) => (row.activeUntil ? day(row.activeUntil) : '–'),
    },
    file('enrolled', (row) => row.enrolled),
    ...(seesTags
      ? [
          {
            key: 'tags',
            label: t('columns.tags'),
            isLesser: true,
            cell: (row: Customer) => (row.tags.length > 0 ? <span className={css['tags']}>{row.tags.join(', ')}</span> : '–'),
          },
        ]
      : []),
  ]
}
