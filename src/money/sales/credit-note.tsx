import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useTaxName } from '#business/ledger/tax-class-field.tsx'
import { isUntaxed } from '#business/ledger/tax.rules.ts'
import type { SaleDetail } from './sale.contract.ts'
import { BillBuyer } from './invoice-buyer.tsx'
import { Head } from './sale-view.tsx'
import css from './sale-view.module.css'
import { useBoth } from './use-both.ts'
import { ZatcaCode } from './zatca-code.tsx'
import { useMoney } from '#business/ledger/use-money.ts'

/** A credit note as printed and filed: the issuer, the bill and the reason, the amount credited and the tax in it. */
export function CreditNote({ sale, note }: { sale: SaleDetail; note: SaleDetail['refunds'][number] }) {
  const t = useTranslations('sales.creditNote')
  const methods = useTranslations('sales.methods')
  const titles = useTranslations('sales.invoice.titles')
  const untaxed = useTranslations('sales.bill.untaxed')
  const both = useBoth(sale)
  const money = useMoney(sale, true)
  const taxName = useTaxName()
  const kind = sale.invoice?.creditNoteTitle ?? 'creditNote'
  const title = both(`invoice.titles.${kind}`, titles(kind))
  const taxes = note.taxes.filter(({ taxClass }) => !isUntaxed(taxClass))
  const sums = [
    { name: both('creditNote.net', t('net')), amount: note.amount - note.tax },
    ...taxes.map(({ taxClass, taxRateThousandths: rate, tax }) => ({
      name: both(`creditNote.taxAt ${rate}`, t('taxAt', { rate: taxName(taxClass, rate) })),
      amount: tax,
    })),
    { name: both('creditNote.total', t('total')), amount: note.amount, isMain: true },
    ...note.taxes.flatMap(({ taxClass, net }) =>
      isUntaxed(taxClass) ? [{ name: both(`bill.untaxed.${taxClass}`, untaxed(taxClass)), amount: net }] : [],
    ),
    ...(note.amount > note.paidBack ? [{ name: both('creditNote.takenOff', t('takenOff')), amount: note.amount - note.paidBack }] : []),
    ...(note.method ? [{ name: `${t('givenBack')} · ${methods(note.method)}`, amount: note.paidBack }] : []),
  ]
  return (
    <article className={css['receipt']} aria-label={`${title} ${note.number}`}>
      <Head sale={sale} title={title} number={note.number} on={note.day} />
      <BillBuyer sale={sale} />
      <dl className={css['facts']}>
        <div>
          <dt>{both('creditNote.of', t('of'))}</dt>
          <dd>
            <Link to="/sales/sale" search={{ id: sale.id }} className="ltr whole">
              {sale.number}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{both('creditNote.reason', t('reason'))}</dt>
          <dd dir="auto">{note.reason}</dd>
        </div>
      </dl>
      <div className={css['totals']}>
        <ZatcaCode code={note.code} />
        <dl className={css['sums']}>
          {sums.map(({ name, amount, isMain = false }) => (
            <div key={name} data-main={isMain}>
              <dt>{name}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  )
}
