import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { Table } from '#ui/table.tsx'
import { useDays } from '#ui/use-day.ts'
import type { SaleDetail } from './sale.contract.ts'
import { isUntaxed } from '#business/ledger/tax.rules.ts'
import { sum, taxSums } from './sale.rules.ts'
import css from './sale-view.module.css'
import { useMoney } from '#business/ledger/use-money.ts'

type Line = SaleDetail['items'][number]

/** The discount of a line in the bill's own prices: with tax if they include it. */
const offOf = (line: Line, taxIsIncluded: boolean) => (taxIsIncluded ? line.quantity * line.unit - line.total : line.discount)

/** The lines of a sale: a table, on a narrow screen a list. */
export function SaleLines({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales')
  const format = useFormatter()
  const days = useDays()
  const taxName = useTaxName()
  const money = useMoney(sale, true)
  const taxes = taxSums(sale.items)
  const taxOf = ({ tax, taxClass, taxRateThousandths }: Line) => (
    <>
      {money(tax)}
      {taxes.length > 1 && <div className={css['minor']}>{taxName(taxClass, taxRateThousandths)}</div>}
    </>
  )
  const numbers: { key: 'quantity' | 'unit' | 'discount' | 'tax' | 'total'; of: (line: Line) => ReactNode }[] = [
    { key: 'quantity', of: ({ quantity }) => format.number(quantity) },
    { key: 'unit', of: ({ unit }) => money(unit) },
    { key: 'discount', of: (line) => money(offOf(line, sale.taxIsIncluded)) },
    { key: 'tax', of: taxOf },
    { key: 'total', of: ({ total }) => money(total) },
  ]
  // A column without values is left out.
  const shown = numbers.filter(({ key }) => (key === 'discount' ? sale.discount > 0 : key === 'tax' ? taxes.length > 0 : true))
  return (
    <Table
      label={t('bill.lines')}
      columns={[
        {
          key: 'what',
          label: t('columns.what'),
          cell: (line) => (
            <>
              <bdi>{line.text}</bdi>
              {line.fromDay && line.toDay && <div className={css['minor']}>{days(line.fromDay, line.toDay)}</div>}
            </>
          ),
        },
        ...shown.map(({ key, of }) => ({ key, label: t(`columns.${key}`), isNumber: true, cell: of })),
      ]}
      rows={sale.items}
      keyOf={({ position }) => String(position)}
    />
  )
}

/** One amount in the column that adds up to the bill's total. */
function Sum({ name, isMain = false, children }: { name: ReactNode; isMain?: boolean; children: ReactNode }) {
  return (
    <div data-main={isMain}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The totals of the lines, and the amount still due. */
export function SaleSums({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const taxName = useTaxName()
  const money = useMoney(sale, true)
  const taxes = taxSums(sale.items)
  const taxed = taxes
    .filter(({ taxClass }) => !isUntaxed(taxClass))
    .map(({ taxClass, taxRateThousandths: rate, net, tax }) => (
      <Sum
        key={`${taxClass} ${rate}`}
        name={
          <>
            {t(sale.taxIsIncluded ? 'taxIncluded' : 'taxAdded', { rate: taxName(taxClass, rate) })}
            {taxes.length > 1 && <span className={css['minor']}>{t('taxedAmount', { amount: money(net) })}</span>}
          </>
        }
      >
        {money(tax)}
      </Sum>
    ))
  const off = sum(sale.items.map((line) => offOf(line, sale.taxIsIncluded)))
  const before = sum(sale.items.map(({ quantity, unit }) => quantity * unit))
  const untaxed = taxes.flatMap(({ taxClass, net }) =>
    isUntaxed(taxClass) ? (
      <Sum key={taxClass} name={t(`untaxed.${taxClass}`)}>
        {money(net)}
      </Sum>
    ) : (
      []
    ),
  )
  return (
    <dl className={css['sums']}>
      {before !== sale.total && <Sum name={t('subtotal')}>{money(before)}</Sum>}
      {off > 0 && (
        <Sum
          name={
            <>
              {t('discount')}
              <span className={`${css['screen']} ${css['minor']}`} dir="auto">
                {sale.discountReason}
              </span>
            </>
          }
        >
          {money(-off)}
        </Sum>
      )}
      {!sale.taxIsIncluded && taxed}
      <Sum name={t('total')} isMain>
        {money(sale.total)}
      </Sum>
      {sale.taxIsIncluded && taxed}
      {untaxed}
      {sale.credited > 0 && <Sum name={t('credited')}>{money(-sale.credited)}</Sum>}
      <Sum name={t('paid')}>{money(0 - sale.paid)}</Sum>
      {sale.refunded > 0 && <Sum name={t('refunded')}>{money(sale.refunded)}</Sum>}
      <Sum name={t('due')} isMain>
        {money(sale.due)}
      </Sum>
    </dl>
  )
}
