import { Link } from '@tanstack/react-router'
import { useLocale } from 'use-intl'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import type { Column } from '#ui/lists/list.tsx'
import { useDay } from '#ui/use-day.ts'

type Priced = { currency: string; exponent: number }

/** The column of an amount in its row's own currency, all with the same decimal digits; a file has it as a plain number. */
export function useAmount() {
  const locale = useLocale()
  return <Name extends string>(key: Name, label: string): Column<Priced & Record<Name, number>> => ({
    key,
    label,
    isNumber: true,
    csv: (row) => row[key] / 10 ** row.exponent,
    cell: (row) => (row[key] === 0 ? '–' : <span className="whole">{moneyText(row[key], row.currency, row.exponent, locale, true)}</span>),
  })
}

/** The column of a document's number. */
export const numberColumn = (label: string): Column<{ number: string }> => ({
  key: 'number',
  label,
  csv: (row) => row.number,
  cell: (row) => <span className="ltr whole">{row.number}</span>,
})

/** The column of a document's day, by which its list is sorted. */
export function useDayColumn() {
  const day = useDay()
  return (label: string): Column<{ day: string }> => ({
    key: 'day',
    label,
    sort: 'day',
    csv: (row) => row.day,
    isWhole: true,
    cell: (row) => day(row.day),
  })
}

/** The column of a document's customer, with a link to the person. Hidden from accountants. */
export const customerColumn = (label: string): Column<{ customer: string | null; firstName: string; lastName: string }> => ({
  key: 'customer',
  label,
  csv: fullName,
  cell: (row) =>
    row.customer && fullName(row) ? (
      <Link to="/sales/customer" search={{ id: row.customer }}>
        <bdi>{fullName(row)}</bdi>
      </Link>
    ) : (
      '–'
    ),
})
