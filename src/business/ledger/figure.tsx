import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Place, Search } from '#lib/addresses.ts'
import { moneyText } from '#lib/money.ts'
import { Formula } from '#ui/formula.tsx'
import { numberCell } from '#ui/table.tsx'
import { useDays } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import css from '#insight/finance/finance.module.css'

/** Where a figure's rows are listed: another search of the same page, or another page. */
export type Rows = { to?: undefined; search: Search } | Place

/** One line of a report: its name, formula, amounts, and a link to its rows. */
export function FigureLine({
  name,
  note,
  formula,
  rows,
  amounts,
  look,
}: {
  name: string
  note?: string | undefined
  formula?: string
  rows?: Rows
  amounts: ReactNode[]
  look?: 'sum' | 'balance' | undefined
}) {
  return (
    <tr data-look={look}>
      <th scope="row">
        {rows ? (
          <Link to={rows.to ?? '.'} search={rows.search}>
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        {note && <span className={css['note']}>{note}</span>} {formula && <Formula of={name} text={formula} />}
      </th>
      {amounts.map((amount, at) => (
        // The columns of a report never change order.
        <td key={at} className={numberCell}>
          {amount}
        </td>
      ))}
    </tr>
  )
}

/** Formats the amounts of a report with trailing zeros, so that a column lines up. */
export function useColumn({ currency, exponent }: { currency: string; exponent: number }): (minor: number) => string {
  const locale = useLocale()
  return (minor) => moneyText(minor, currency, exponent, locale, true)
}

/** When a report was read, in the business's time zone. */
export function AsOf({ at }: { at: string }) {
  const t = useTranslations('finance.statement')
  const when = useMoment()
  return <p className={css['asOf']}>{t('asOf', { when: when(at) })}</p>
}

/** In print, the name of the report and its days. */
export function Filed({ title, from, to }: { title: string; from: string; to: string }) {
  const days = useDays()
  return (
    <p className={css['filed']}>
      {title} · {days(from, to)}
    </p>
  )
}
