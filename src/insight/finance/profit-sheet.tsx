import { useTranslations } from 'use-intl'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useToday } from '#business/setup/here.ts'
import type { Days, Search } from '#lib/addresses.ts'
import { earlier } from '#lib/days.ts'
import { numberCell, TableFrame } from '#ui/table.tsx'
import { useDays } from '#ui/use-day.ts'
import { FigureLine, useColumn, type Rows } from '#business/ledger/figure.tsx'
import type { Profit as Figures, ProfitFigures } from './finance-report.contract.ts'

export type ProfitPart = keyof ProfitFigures

/** The lines of each basis, in order; whatever reduces the result is shown below 0. */
export const lines = {
  accrual: ['sold', 'discounts', 'refunds', 'deferred', 'net', 'commission', 'payroll', 'earned', 'expenses', 'result'],
  billed: ['sold', 'discounts', 'refunds', 'net', 'commission', 'payroll', 'earned', 'expenses', 'result'],
  cash: ['sold', 'refunds', 'tax', 'net', 'commission', 'payroll', 'expenses', 'result'],
} as const satisfies Record<Figures['basis'], ProfitPart[]>
const added: readonly ProfitPart[] = ['sold', 'net', 'result']
export const signed = (part: ProfitPart, figures: ProfitFigures) => (added.includes(part) ? figures[part] : 0 - figures[part])

/** The filters for the entries behind a line; payments of bills are identified by their source. */
const behindBills: Partial<Record<ProfitPart, Search>> = {
  sold: { account: 'revenue' },
  discounts: { account: 'discount' },
  refunds: { account: 'refund' },
  commission: { account: 'commission' },
  payroll: { account: 'payroll' },
  expenses: { account: 'expense' },
}
const behind: Record<Figures['basis'], Partial<Record<ProfitPart, Search>>> = {
  accrual: behindBills,
  billed: behindBills,
  cash: {
    sold: { source: 'payment' },
    refunds: { source: 'refund' },
    commission: { account: 'commission' },
    payroll: { source: 'payroll' },
    expenses: { source: 'expense' },
  },
}

/**
 * Income less costs of a period next to the compared one, each line with its formula and a link to its entries.
 * @param keep the other search parameters that /finance needs to show the same days
 * @param batch narrows the linked entries to one batch, like its figures
 */
export function ProfitSheet({ figures, keep, batch }: { figures: Figures; keep: Days; batch?: string }) {
  const t = useTranslations('finance.profit')
  const money = useColumn(figures)
  const words = useOpenTexts('finance.profit')
  const days = useDays({ dateStyle: 'short' })
  const { basis, total } = figures
  const today = useToday()
  // A month that has not ended is shown up to today, as is the period it is compared with.
  const last = figures.from > today ? figures.to : earlier(figures.to, today)
  // The sessions behind earned pay are listed by month, under trainer pay.
  const month = earlier(figures.to, today).slice(0, 7)
  const rowsOf = (part: ProfitPart): { rows: Rows } | object => {
    // No entry says what an open month defers: it is the sum over the batches.
    if (part === 'deferred') return batch ? {} : { rows: { to: '/finance', search: { ...keep, tab: 'profit', by: 'batch' } } }
    if (part === 'earned') return { rows: { to: '/finance', search: { month, tab: 'payroll' } } }
    const search = behind[basis][part]
    return search ? { rows: { to: '/finance', search: { ...keep, tab: 'transactions', ...search, ...(batch ? { batch } : {}) } } } : {}
  }
  return (
    <TableFrame label={t(`bases.${basis}`)} caption={t(`bases.${basis}`)} look="sheet">
      <thead>
        <tr>
          <th scope="col">{t('by.none')}</th>
          {[days(figures.from, last), days(figures.before.from, figures.before.to), t('change')].map((column) => (
            <th key={column} scope="col" className={numberCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines[basis].map((part) => (
          <FigureLine
            key={part}
            name={words(`${basis}.${part}`)}
            formula={words(`formulas.${basis}.${part}`)}
            look={part === 'net' || part === 'result' ? 'sum' : undefined}
            {...rowsOf(part)}
            amounts={[
              money(signed(part, total.now)),
              money(signed(part, total.before)),
              money(signed(part, total.now) - signed(part, total.before)),
            ]}
          />
        ))}
      </tbody>
      {figures.money && (
        <tbody>
          <FigureLine name={t('money.tax')} formula={t('money.taxFormula')} amounts={[money(figures.money.tax), '', '']} />
          <FigureLine name={t('money.other')} formula={t('money.otherFormula')} amounts={[money(figures.money.other), '', '']} />
          <FigureLine
            name={t('money.moved')}
            formula={t('money.movedFormula')}
            look="sum"
            rows={{ search: keep }}
            amounts={[money(figures.money.moved), '', '']}
          />
        </tbody>
      )}
    </TableFrame>
  )
}
