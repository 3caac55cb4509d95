import { useLocale, useTranslations } from 'use-intl'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { isUntaxed } from '#business/ledger/tax.rules.ts'
import { moneyText } from '#lib/money.ts'
import css from './sell.module.css'
import type { billOf } from './sell.rules.ts'

type Props = {
  bill: ReturnType<typeof billOf>
  /** What is sold, in order, with its days where they are a part of a period. */
  lines: { name: string; days: string | null }[]
  /** The server's total, if it is different. */
  agreed: number | null
  currency: string
  exponent: number
  taxIsIncluded: boolean
}

/** A preview of the bill, updated with each change. */
export function SellBill({ bill, lines, agreed, currency, exponent, taxIsIncluded }: Props) {
  const t = useTranslations('sales.sellForm')
  const locale = useLocale()
  const money = (minor: number) => moneyText(minor, currency, exponent, locale, true)
  const taxName = useTaxName()
  const untaxed = useTranslations('sales.bill.untaxed')
  const total = agreed ?? bill.total
  return (
    <section className={css['bill']} aria-labelledby="sell-bill">
      <h2 id="sell-bill">{t('bill')}</h2>
      <dl aria-live="polite">
        {bill.gross.map((gross, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name here
          <div key={at}>
            <dt>
              <bdi>{lines[at]?.name || '–'}</bdi>
              {lines[at]?.days && <div className={css['days']}>{lines[at].days}</div>}
            </dt>
            <dd>{money(gross)}</dd>
          </div>
        ))}
        {bill.discount > 0 && (
          <div>
            <dt>{t('discount')}</dt>
            <dd>{money(-bill.discount)}</dd>
          </div>
        )}
        {bill.taxes.map(({ taxClass, taxRateThousandths: rate, net, tax }) => (
          <div key={`${taxClass} ${rate}`} className={css['tax']}>
            <dt>{isUntaxed(taxClass) ? untaxed(taxClass) : t(taxIsIncluded ? 'taxIncluded' : 'tax', { rate: taxName(taxClass, rate) })}</dt>
            <dd>{money(isUntaxed(taxClass) ? net : tax)}</dd>
          </div>
        ))}
        <div className={css['total']}>
          <dt>{t('total')}</dt>
          <dd>{money(total)}</dd>
        </div>
        <div>
          <dt>{t('paid')}</dt>
          <dd>{money(bill.paid)}</dd>
        </div>
        <div className={css['due']}>
          <dt>{t('due')}</dt>
          <dd>{money(Math.max(total - bill.paid, 0))}</dd>
        </div>
      </dl>
      {agreed !== null && agreed !== bill.total && <p role="alert">{t('changed')}</p>}
    </section>
  )
}
