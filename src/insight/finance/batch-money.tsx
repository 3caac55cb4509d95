import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './finance.client.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { useToday } from '#business/setup/here.ts'
import type { Search } from '#lib/addresses.ts'
import { addDays, earlier, lastDayOf, later } from '#lib/days.ts'
import { buttonClass } from '#ui/button.tsx'
import { State, Unread } from '#ui/page.tsx'
import { ReportTools } from '#ui/report-tools.tsx'
import { TableFrame } from '#ui/table.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { BatchMonthsChart } from './batch-months.tsx'
import { AsOf, FigureLine, Filed, useColumn } from '#business/ledger/figure.tsx'
import { MonthBar } from '#business/ledger/month-bar.tsx'
import { lines, ProfitSheet, signed } from './profit-sheet.tsx'
import type { ProfitFigures } from './finance-report.contract.ts'
import { useMonth } from '#business/ledger/use-month.ts'

/** The link to all days on which a batch can have money: it is sold before it begins, and paid for after it ends. */
function useWhole({ id, startDate, endDate, createdAt }: Batch): Search {
  const today = useToday()
  // In the business's time zone, the day of creation may be the day before.
  const from = earlier(startDate, addDays(createdAt.slice(0, 10), -1))
  return { id, tab: 'money', span: 'custom', from, to: lastDayOf(later(endDate, today).slice(0, 7)) }
}

/** The amount still due on a batch's bills today, whichever days are shown. */
function Due({ batch, due, count, terms }: { batch: string; due: number; count: number; terms: { currency: string; exponent: number } }) {
  const t = useTranslations('finance.batch')
  const money = useColumn(terms)
  return (
    <TableFrame label={t('due')} look="sheet">
      <tbody>
        <FigureLine
          name={t('due')}
          note={t('dueNote', { count })}
          formula={t('dueFormula')}
          rows={{ to: '/sales', search: { tab: 'sales', state: 'unpaid', batch } }}
          amounts={[money(due)]}
          look="balance"
        />
      </tbody>
    </TableFrame>
  )
}

/** A batch's money (product 6): income less costs of a period by bills, and the amount still due; each figure with formula and rows. */
export default function BatchMoney({ batch }: { batch: Batch }) {
  const t = useTranslations('finance')
  const files = useTranslations('lists.files.columns')
  const month = useMonth()
  const whole = useWhole(batch)
  const canSell = useMay('sales.sell')
  const seesSales = useMay('sales.list')
  const { from, to } = month
  const { id } = batch
  const query = useQuery({
    queryKey: ['finance', 'profit', from, to, 'batch', id],
    queryFn: () => api.finance.profit({ from, to, batch: id }),
  })
  const bills = useQuery({
    queryKey: ['sales', 'due', id],
    queryFn: () => api.sales.list({ batch: id, state: 'unpaid', size: 1 }),
    enabled: seesSales,
  })
  const { data } = query
  const unpaid = bills.data && { due: bills.data.sums.due, count: bills.data.total }
  const sheet = () => {
    if (!data) return { header: [], rows: [] }
    const unit = 10 ** data.exponent
    const row = (days: { from: string; to: string }, figures: ProfitFigures) => [
      days.from,
      days.to,
      ...lines.accrual.map((part) => signed(part, figures) / unit),
      data.currency,
    ]
    return {
      header: [files('from'), files('to'), ...lines.accrual.map((part) => t(`profit.accrual.${part}`)), files('currency')],
      rows: [row(data, data.total.now), row(data.before, data.total.before)],
    }
  }
  const isEmpty = data && [data.total.now, data.total.before].every((figures) => Object.values(figures).every((amount) => amount === 0))
  return (
    <>
      <MonthBar month={month}>
        <Link to="." search={whole} resetScroll={false}>
          {t('batch.whole')}
        </Link>
        <ReportTools name={`batch-${batch.code}-${from}-${to}`} sheet={sheet} isReady={data !== undefined} />
      </MonthBar>
      {!data || query.isError ? (
        <Unread query={query} />
      ) : (
        <>
          <Filed title={t('batch.title', { name: batch.name })} from={data.from} to={data.to} />
          {isEmpty ? (
            <State
              title={t('batch.none')}
              text={t('batch.noneText')}
              action={
                canSell && batch.state === 'open' ? (
                  <AddLink look="outline" to="/sales/add" search={{ batch: id }}>
                    {t('invoices.sell')}
                  </AddLink>
                ) : (
                  <Link className={buttonClass('outline')} to="/finance" search={{ tab: 'profit', by: 'batch' }}>
                    {t('profit.groups.batch')}
                  </Link>
                )
              }
            />
          ) : (
            <ProfitSheet figures={data} keep={month.keep} batch={id} />
          )}
          {unpaid && (unpaid.count > 0 || !isEmpty) && <Due batch={id} {...unpaid} terms={data} />}
          <BatchMonthsChart batch={id} />
          <AsOf at={data.asOf} />
        </>
      )}
    </>
  )
}
