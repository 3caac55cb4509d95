import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { Table } from '#ui/table.tsx'
import { useDays } from '#ui/use-day.ts'
import { showsNet } from './invoice.rules.ts'
import type { SaleDetail } from './sale.contract.ts'
import { isUntaxed } from '#business/ledger/tax.rules.ts'
import { sum, taxSums } from './sale.rules.ts'
import css from './sale-view.module.css'
import { useBoth, useSecondLabel } from './use-both.ts'
import { useMoney } from '#business/ledger/use-money.ts'

type Line = SaleDetail['items'][number]

/** The discount of a line in the bill's own prices: with tax if they include it. */
const offOf = (line: Line, taxIsIncluded: boolean) => (taxIsIncluded ? line.quantity * line.unit - line.total : line.discount)

type Figure = { key: 'quantity' | 'unit' | 'unitNet' | 'discount' | 'net' | 'tax' | 'total'; of: (line: Line) => ReactNode }

/** The figures of each line: in the bill's own prices, or without tax where a company deducts it. */
function useFigures(sale: SaleDetail): Figure[] {
  const format = useFormatter()
  const money = useMoney(sale, true)
  const taxName = useTaxName()
  const taxes = taxSums(sale.items)
  const quantity: Figure = { key: 'quantity', of: (line) => format.number(line.quantity) }
  const total: Figure = { key: 'total', of: (line) => money(line.total) }
  const taxed = (write: (minor: number) => string, isNamed: boolean) => (line: Line) => (
    <>
      {write(line.tax)}
      {isNamed && <div className={css['minor']}>{taxName(line.taxClass, line.taxRateThousandths)}</div>}
    </>
  )
  if (!showsNet(sale))
    return [
      quantity,
      { key: 'unit', of: ({ unit }) => money(unit) },
      ...(sale.discount > 0 ? [{ key: 'discount', of: (line) => money(offOf(line, sale.taxIsIncluded)) } as const satisfies Figure] : []),
      ...(taxes.length > 0 ? [{ key: 'tax', of: taxed(money, taxes.length > 1) } as const satisfies Figure] : []),
      total,
    ]
  // Five columns of amounts leave no room for a currency in each; the total names it.
  const digits = { minimumFractionDigits: sale.exponent, maximumFractionDigits: sale.exponent }
  const plain = (minor: number) => format.number(minor / 10 ** sale.exponent, digits)
  return [
    quantity,
    { key: 'unitNet', of: (line) => plain(Math.round(line.list / line.quantity)) },
    ...(sale.discount > 0 ? [{ key: 'discount', of: (line) => plain(line.discount) } as const satisfies Figure] : []),
    { key: 'net', of: ({ net }) => plain(net) },
    { key: 'tax', of: taxed(plain, true) },
    total,
  ]
}

/** The lines of a sale: a table, on a narrow screen a list. */
export function SaleLines({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales')
  const days = useDays()
  const both = useBoth(sale)
  const second = useSecondLabel(sale)
  const figures = useFigures(sale)
  return (
    <Table
      label={t('bill.lines')}
      className={css['lines']}
      columns={[
        {
          key: 'what',
          label: both('columns.what', t('columns.what')),
          cell: (line) => (
            <>
              <bdi>{line.text}</bdi>
              {line.fromDay && line.toDay && <div className={css['minor']}>{days(line.fromDay, line.toDay)}</div>}
            </>
          ),
        },
        ...figures.map(({ key, of }) => {
          const [own, asked] = [t(`columns.${key}`), second(`columns.${key}`)]
          const head = asked && (
            <>
              {own} <span className={css['second']}>{asked}</span>
            </>
          )
          return { key, label: both(`columns.${key}`, own), head: head ?? own, isNumber: true, cell: of }
        }),
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

/** What the discount was given for: for the eyes of the business alone. */
function DiscountName({ sale, name }: { sale: SaleDetail; name: string }) {
  return (
    <>
      {name}
      <span className={`${css['screen']} ${css['minor']}`} dir="auto">
        {sale.discountReason}
      </span>
    </>
  )
}

/** From the prices of the lines to the bill's total, with the tax in it or on top of it. */
function PriceSums({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const taxName = useTaxName()
  const money = useMoney(sale, true)
  const both = useBoth(sale)
  const isNet = showsNet(sale)
  const off = isNet ? sale.discount : sum(sale.items.map((line) => offOf(line, sale.taxIsIncluded)))
  const before = isNet ? sale.list : sum(sale.items.map(({ quantity, unit }) => quantity * unit))
  const taxes = taxSums(sale.items)
  const way = isNet || !sale.taxIsIncluded ? 'taxAdded' : 'taxIncluded'
  const taxed = taxes
    .filter(({ taxClass }) => !isUntaxed(taxClass))
    .map(({ taxClass, taxRateThousandths: rate, net, tax }) => (
      <Sum
        key={`${taxClass} ${rate}`}
        name={
          <>
            {both(`bill.${way} ${rate}`, t(way, { rate: taxName(taxClass, rate) }))}
            {taxes.length > 1 && <span className={css['minor']}>{t('taxedAmount', { amount: money(net) })}</span>}
          </>
        }
      >
        {money(tax)}
      </Sum>
    ))
  const untaxed = taxes.flatMap(({ taxClass, net }) =>
    isUntaxed(taxClass) ? (
      <Sum key={taxClass} name={both(`bill.untaxed.${taxClass}`, t(`untaxed.${taxClass}`))}>
        {money(net)}
      </Sum>
    ) : (
      []
    ),
  )
  return (
    <>
      {before !== (isNet ? sale.net : sale.total) && <Sum name={both('bill.subtotal', t('subtotal'))}>{money(before)}</Sum>}
      {off > 0 && <Sum name={<DiscountName sale={sale} name={both('bill.discount', t('discount'))} />}>{money(-off)}</Sum>}
      {isNet && <Sum name={both('bill.net', t('net'))}>{money(sale.net)}</Sum>}
      {way === 'taxAdded' && taxed}
      <Sum name={both('bill.total', t('total'))} isMain>
        {money(sale.total)}
      </Sum>
      {way === 'taxIncluded' && taxed}
      {untaxed}
    </>
  )
}

/** The totals of the lines, and the amount still due. */
export function SaleSums({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const money = useMoney(sale, true)
  const both = useBoth(sale)
  return (
    <dl className={css['sums']}>
      <PriceSums sale={sale} />
      {sale.credited > 0 && <Sum name={both('bill.credited', t('credited'))}>{money(-sale.credited)}</Sum>}
      <Sum name={both('bill.paid', t('paid'))}>{money(0 - sale.paid)}</Sum>
      {sale.refunded > 0 && <Sum name={both('bill.refunded', t('refunded'))}>{money(sale.refunded)}</Sum>}
      <Sum name={both('bill.due', t('due'))} isMain>
        {money(sale.due)}
      </Sum>
    </dl>
  )
}
