import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useToday } from '#business/setup/here.ts'
import { addDays } from '#lib/days.ts'
import { ToolRow } from '#money/cashbook/account-head.tsx'
import { DayPill } from '#ui/dates/day-pill.tsx'
import { Formula } from '#ui/formula.tsx'
import { Unread } from '#ui/page.tsx'
import { TableFrame, numberCell } from '#ui/table.tsx'
import { useDay } from '#ui/use-day.ts'
import { api } from './banking.client.ts'
import type { BankBalance } from './banking.contract.ts'
import css from './banking.module.css'

/** Lines or entries that only one side has, with what they are. */
function OnlyThere({ title, open, data }: { title: string; open: BankBalance['lines']; data: BankBalance }) {
  const t = useTranslations('banking')
  const format = useFormatter()
  const money = useMoney(data)
  const day = useDay()
  if (open.count === 0) return null
  return (
    <details className={css['open']}>
      <summary>{title}</summary>
      <ul>
        {open.rows.map((row) => (
          <li key={row.id}>
            <span>{day(row.day)}</span>
            <bdi>{row.name || t('nameless')}</bdi>
            <span className="whole">{money(row.amount)}</span>
          </li>
        ))}
      </ul>
      {open.count > open.rows.length && <p className={css['note']}>{t('sheet.first', { count: format.number(open.rows.length) })}</p>}
    </details>
  )
}

/** From the bank's balance to the ledger's, row by row; what is left must be 0. */
function Rows({ data }: { data: BankBalance }) {
  const t = useTranslations('banking.sheet')
  const money = useMoney(data, true)
  const day = useDay()
  const { bank, ledger, atStart, missing, lines, entries, startedOn } = data
  const rows = [
    { key: 'bank', name: t('bank'), amount: bank ?? 0, isSum: true, isShown: bank !== null },
    { key: 'entries', name: t('entries', { count: entries.count }), amount: entries.amount, isSum: false, isShown: true },
    { key: 'lines', name: t('lines', { count: lines.count }), amount: -lines.amount, isSum: false, isShown: true },
    { key: 'atStart', name: t('atStart', { day: day(startedOn ?? data.day) }), amount: -atStart, isSum: false, isShown: atStart !== 0 },
    { key: 'missing', name: t('missing'), amount: -missing, isSum: false, isShown: missing !== 0 },
    { key: 'ledger', name: t('ledger'), amount: ledger, isSum: true, isShown: true },
    {
      key: 'difference',
      name: t('difference'),
      amount: (bank ?? 0) + entries.amount - lines.amount - atStart - missing - ledger,
      isSum: false,
      isShown: bank !== null,
    },
  ]
  return (
    <TableFrame label={t('label')} look="sheet">
      <tbody>
        {rows
          .filter(({ isShown }) => isShown)
          .map(({ key, name, amount, isSum }) => (
            <tr key={key} data-look={isSum ? 'sum' : undefined}>
              <th scope="row">{name}</th>
              <td className={numberCell}>{money(amount)}</td>
            </tr>
          ))}
      </tbody>
    </TableFrame>
  )
}

/** Why the bank's balance at the end of a day differs from the ledger's. */
export function BankSheet({ account }: { account: string }) {
  const t = useTranslations('banking')
  const today = useToday()
  const day = useDay()
  const [chosen, setChosen] = useState(today)
  const query = useQuery({
    queryKey: ['banking', 'balance', account, chosen],
    queryFn: () => api.banking.balance({ account, day: chosen }),
    placeholderData: (before) => before,
  })
  const { data } = query
  if (!data || query.isError) return <Unread query={query} />
  return (
    <div className={css['sheet']}>
      <ToolRow>
        <DayPill label={t('day.label')} value={chosen} max={today} onChange={setChosen} />
        <Formula of={t('sheet.label')} text={t('sheet.formula')} asOf={data.asOf} />
      </ToolRow>
      <Rows data={data} />
      {data.bank === null && <p className={css['note']}>{t('sheet.noBalance')}</p>}
      {data.atStart !== 0 && data.startedOn !== null && (
        <p className={css['note']}>{t('sheet.setBalance', { day: day(addDays(data.startedOn, -1)) })}</p>
      )}
      <OnlyThere title={t('sheet.listEntries')} open={data.entries} data={data} />
      <OnlyThere title={t('sheet.listLines')} open={data.lines} data={data} />
    </div>
  )
}
