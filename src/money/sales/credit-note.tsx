import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { isUntaxed } from '#business/ledger/tax.rules.ts'
import type { SaleDetail } from './sale.contract.ts'
import { Buyer, Head } from './sale-view.tsx'
import css from './sale-view.module.css'
import { useMoney } from '#business/ledger/use-money.ts'

/** A credit note as printed and filed: the issuer, the bill and the reason, the amount credited and the tax in it. */
export function CreditNote({ sale, note }: { sale: SaleDetail; note: SaleDetail['refunds'][number] }) {
  const t = useTranslations('sales.creditNote')
  const methods = useTranslations('sales.methods')
  const money = useMoney(sale, true)
  const taxName = useTaxName()
  const untaxed = useTranslations('sales.bill.untaxed')
  const sums = [
    { name: t('net'), amount: note.amount - note.tax },
    ...note.taxes.flatMap(({ taxClass, taxRateThousandths: rate, tax }) =>
      isUntaxed(taxClass) ? [] : [{ name: t('taxAt', { rate: taxName(taxClass, rate) }), amount: tax }],
    ),
    { name: t('total'), amount: note.amount, isMain: true },
    ...note.taxes.flatMap(({ taxClass, net }) => (isUntaxed(taxClass) ? [{ name: untaxed(taxClass), amount: net }] : [])),
    ...(note.amount > note.paidBack ? [{ name: t('takenOff'), amount: note.amount - note.paidBack }] : []),
    ...(note.method ? [{ name: `${t('givenBack')} · ${methods(note.method)}`, amount: note.paidBack }] : []),
  ]
  return (
    <article className={css['receipt']} aria-label={t('label', { number: note.number })}>
      <Head sale={sale} number={note.number} on={note.day}>
        {t('title')}
      </Head>
      <Buyer sale={sale} />
      <dl className={css['facts']}>
        <div>
          <dt>{t('of')}</dt>
          <dd>
            <Link to="/sales/sale" search={{ id: sale.id }} className="ltr whole">
              {sale.number}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('reason')}</dt>
          <dd dir="auto">{note.reason}</dd>
        </div>
      </dl>
      <dl className={css['sums']}>
        {sums.map(({ name, amount, isMain = false }) => (
          <div key={name} data-main={isMain}>
            <dt>{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
