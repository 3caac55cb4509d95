import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { useZone } from '#features/setup/here.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { CloseMonth, ReopenMonth } from './close-month.tsx'
import type { Statement as Figures } from './finance.contract.ts'
import css from './finance.module.css'
import { MonthBar } from './month-bar.tsx'
import type { useMonth } from './use-month.ts'

/** One line of a statement: what it is, how many entries it sums, and its amount. */
function Line({ name, note, amount, look }: { name: string; note?: string | undefined; amount: string; look?: 'sum' | 'balance' }) {
  return (
    <tr data-look={look}>
      <th scope="row">
        {name} {note && <span className={css['note']}>{note}</span>}
      </th>
      <td>{amount}</td>
    </tr>
  )
}

function Sheet({ figures }: { figures: Figures }) {
  const t = useTranslations('finance.statement')
  const methods = useTranslations('sales.methods')
  const locale = useLocale()
  const money = (minor: number) => moneyText(minor, figures.currency, figures.exponent, locale, true)
  const { earned } = figures
  return (
    <div className={css['sheets']}>
      <table className={css['sheet']}>
        <caption>{t('money')}</caption>
        <tbody>
          <Line name={t('opening')} amount={money(figures.opening)} look="balance" />
          {figures.movements.map(({ source, method, amount, count }) => (
            <Line
              key={`${source} ${method ?? ''}`}
              name={method ? `${t(`sources.${source}`)}, ${methods(method)}` : t(`sources.${source}`)}
              note={t('count', { count })}
              amount={money(amount)}
            />
          ))}
          <Line name={t('closing')} amount={money(figures.closing)} look="balance" />
        </tbody>
      </table>
      <table className={css['sheet']}>
        <caption>{t('earned')}</caption>
        <tbody>
          <Line name={t('sold')} amount={money(earned.sold)} />
          <Line name={t('discounts')} amount={money(-earned.discounts)} />
          <Line name={t('refunds')} amount={money(-earned.refunds)} />
          <Line name={t('net')} note={t('netNote')} amount={money(earned.net)} look="sum" />
          <Line name={t('tax')} amount={money(earned.tax)} />
          <Line name={t('owed')} amount={money(figures.owed)} />
        </tbody>
      </table>
    </div>
  )
}

/** What came in and went out in a month between its two balances, and what was earned in it (product 6). */
export function Statement({ month, canKeep }: { month: ReturnType<typeof useMonth>; canKeep: boolean }) {
  const t = useTranslations('finance.statement')
  const format = useFormatter()
  const timeZone = useZone()
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const { from, to } = month
  const query = useQuery({ queryKey: ['finance', 'statement', from], queryFn: () => api.finance.statement({ from, to }) })
  const { data } = query
  const isClosed = data?.closedThrough !== null && data !== undefined && data.closedThrough >= to
  return (
    <>
      <MonthBar month={month}>
        {isClosed && <Status tone="plain">{t('closed')}</Status>}
        {canKeep && isClosed && <Button onClick={() => setOpen('reopen')}>{t('reopen')}</Button>}
        {canKeep && data && !isClosed && month.isOver && <Button onClick={() => setOpen('close')}>{t('close')}</Button>}
      </MonthBar>
      {data && !query.isError ? <Sheet figures={data} /> : <Unread query={query} />}
      {data && (
        <p className={css['asOf']}>
          {t('asOf', { when: format.dateTime(new Date(data.asOf), { dateStyle: 'medium', timeStyle: 'short', timeZone }) })}
        </p>
      )}
      {open === 'close' && <CloseMonth month={month.month} onClose={() => setOpen(null)} />}
      {open === 'reopen' && <ReopenMonth month={month.month} onClose={() => setOpen(null)} />}
    </>
  )
}
