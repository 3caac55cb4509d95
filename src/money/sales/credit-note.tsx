import { Link } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { taxRateText } from '#lib/money.ts'
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
  const locale = useLocale()
  const both = useBoth(sale)
  const money = useMoney(sale, true)
  const rate = taxRateText(sale.taxRateThousandths, locale)
  const kind = sale.invoice?.creditNoteTitle ?? 'creditNote'
  const title = both(`invoice.titles.${kind}`, titles(kind))
  const sums = [
    { name: both('creditNote.net', t('net')), amount: note.amount - note.tax },
    ...(sale.taxRateThousandths > 0 ? [{ name: both('creditNote.taxAt', t('taxAt', { rate })), amount: note.tax }] : []),
    { name: both('creditNote.total', t('total')), amount: note.amount, isMain: true },
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
