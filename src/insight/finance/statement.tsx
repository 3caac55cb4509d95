import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './finance.client.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import type { Days, Search } from '#lib/addresses.ts'
import { Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import type { Sheet as File } from '#ui/sheet.ts'
import { Status } from '#ui/surface.tsx'
import { TableFrame } from '#ui/table.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { CloseMonth, ReopenMonth } from './close-month.tsx'
import { AsOf, FigureLine, Filed, useColumn, type Rows } from '#business/ledger/figure.tsx'
import type { Statement as Figures } from './finance.contract.ts'
import css from './finance.module.css'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import type { useMonth } from '#business/ledger/use-month.ts'

/** Fees after what came in, then refunds (product 6); the rest in the given order. */
const order = ['payment', 'commission', 'refund']
const place = (source: string) => (order.indexOf(source) + order.length + 1) % (order.length + 1)

type Movement = Figures['movements'][number]
const byPlace = (a: Movement, b: Movement) => place(a.source) - place(b.source)

/** The name of a kind of movement: its source and its method. */
function useMovementName() {
  const t = useTranslations('finance.statement')
  const methods = useOpenTexts('sales.methods')
  return ({ source, method }: Movement) =>
    method ? t('byMethod', { source: t(`sources.${source}`), method: methods(method) }) : t(`sources.${source}`)
}

function Sheet({ figures, keep }: { figures: Figures; keep: Days }) {
  const t = useTranslations('finance.statement')
  const nameOf = useMovementName()
  const money = useColumn(figures)
  const { earned, places, paidOut } = figures
  const shown = (['cash', 'marketplace', 'onItsWay'] as const).filter(
    (name) => places.marketplace !== 0 || places.onItsWay !== 0 || (name === 'cash' && paidOut !== 0),
  )
  const behind = (search: Search): Rows => ({ search: { ...keep, tab: 'transactions', ...search } })
  return (
    <div className={css['sheets']}>
      <TableFrame label={t('money')} caption={t('money')} look="sheet">
        <tbody>
          <FigureLine name={t('opening')} formula={t('formulas.opening')} amounts={[money(figures.opening)]} look="balance" />
          {figures.movements.toSorted(byPlace).map((movement) => {
            const { source, method, amount, documents } = movement
            return (
              <FigureLine
                key={`${source} ${method ?? ''}`}
                name={nameOf(movement)}
                note={t('documents', { count: documents })}
                rows={behind({ source, ...(method ? { method } : {}) })}
                amounts={[money(amount)]}
              />
            )
          })}
          <FigureLine name={t('closing')} formula={t('formulas.closing')} amounts={[money(figures.closing)]} look="balance" />
          {shown.map((name) => (
            <FigureLine
              key={name}
              name={t(`places.${name}`)}
              amounts={[money(places[name])]}
              {...(name === 'cash' ? {} : { rows: { search: { tab: 'payouts' } } })}
            />
          ))}
          {paidOut !== 0 && (
            <FigureLine name={t('paidOut')} rows={behind({ source: 'payout', account: 'cash' })} amounts={[money(paidOut)]} />
          )}
        </tbody>
      </TableFrame>
      <TableFrame label={t('earned')} caption={t('earned')} look="sheet">
        <tbody>
          <FigureLine name={t('sold')} formula={t('formulas.sold')} rows={behind({ account: 'revenue' })} amounts={[money(earned.sold)]} />
          <FigureLine
            name={t('discounts')}
            formula={t('formulas.discounts')}
            rows={behind({ account: 'discount' })}
            amounts={[money(0 - earned.discounts)]}
          />
          <FigureLine
            name={t('refunds')}
            formula={t('formulas.refunds')}
            rows={behind({ account: 'refund' })}
            amounts={[money(0 - earned.refunds)]}
          />
          <FigureLine name={t('net')} note={t('netNote')} formula={t('formulas.net')} amounts={[money(earned.net)]} look="sum" />
          <FigureLine
            name={t('tax')}
            formula={t('formulas.tax')}
            rows={{ search: { ...keep, tab: 'tax' } }}
            amounts={[money(earned.tax)]}
          />
          <FigureLine
            name={t('owed')}
            formula={t('formulas.owed')}
            rows={{ to: '/sales', search: { tab: 'sales', state: 'unpaid' } }}
            amounts={[money(figures.owed)]}
          />
        </tbody>
      </TableFrame>
    </div>
  )
}

/** The exported file of the statement: its lines in order, amounts with the signs that the page shows. */
function useFile(figures: Figures | undefined): () => File {
  const t = useTranslations('finance.statement')
  const nameOf = useMovementName()
  return () => {
    if (!figures) return { header: [], rows: [] }
    const { earned, places } = figures
    const line = (name: string, minor: number, documents: number | '' = '') => [name, minor / 10 ** figures.exponent, documents]
    return {
      header: [t('line'), `${t('amount')} (${figures.currency})`, t('documentCount')],
      rows: [
        line(t('opening'), figures.opening),
        ...figures.movements.toSorted(byPlace).map((movement) => line(nameOf(movement), movement.amount, movement.documents)),
        line(t('closing'), figures.closing),
        ...(['cash', 'marketplace', 'onItsWay'] as const).map((name) => line(t(`places.${name}`), places[name])),
        line(t('paidOut'), figures.paidOut),
        line(t('sold'), earned.sold),
        line(t('discounts'), 0 - earned.discounts),
        line(t('refunds'), 0 - earned.refunds),
        line(t('net'), earned.net),
        line(t('tax'), earned.tax),
        line(t('owed'), figures.owed),
      ],
    }
  }
}

/** What came in and went out in a month between its two balances, and what it earned (product 6). */
export function StatementTab({ month, canKeep }: { month: ReturnType<typeof useMonth>; canKeep: boolean }) {
  const t = useTranslations('finance.statement')
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null)
  const { from, to } = month
  const query = useQuery({ queryKey: ['finance', 'statement', from, to], queryFn: () => api.finance.statement({ from, to }) })
  const { data } = query
  const file = useFile(data)
  const isMonth = month.span === 'month'
  const isClosed = data?.closedThrough !== null && data !== undefined && data.closedThrough >= to
  return (
    <>
      <MonthBar month={month}>
        {isClosed && <Status tone="plain">{t('closed')}</Status>}
        {isMonth && canKeep && isClosed && (
          <ChangeButton look="outline" onClick={() => setOpen('reopen')}>
            {t('reopen')}
          </ChangeButton>
        )}
        {isMonth && canKeep && data && !isClosed && month.isOver && (
          <ChangeButton look="outline" onClick={() => setOpen('close')}>
            {t('close')}
          </ChangeButton>
        )}
        <ReportTools name={`statement-${from}-${to}`} sheet={file} isReady={data !== undefined} />
      </MonthBar>
      {data && !query.isError ? (
        <>
          <Filed title={t('title')} from={data.from} to={data.to} />
          <Sheet figures={data} keep={month.keep} />
        </>
      ) : (
        <Unread query={query} />
      )}
      {data && <AsOf at={data.asOf} />}
      {open === 'close' && <CloseMonth month={month.month} onClose={() => setOpen(null)} />}
      {open === 'reopen' && <ReopenMonth month={month.month} onClose={() => setOpen(null)} />}
    </>
  )
}
