import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useCountryName } from '#directory/customers/company-facts.tsx'
import { useDay, useDayManner } from '#ui/use-day.ts'
import type { SaleDetail } from './sale.contract.ts'
import { HowToPaySection } from './how-to-pay.tsx'
import { BillBuyer, InvoiceNotes } from './invoice-buyer.tsx'
import { numberKind } from './invoice.rules.ts'
import { SaleLines, SaleSums } from './sale-lines.tsx'
import { SaleStatus } from './sale.list.tsx'
import type { Seller } from './seller.contract.ts'
import { SalePayments } from './sale-payments.tsx'
import css from './sale-view.module.css'
import { useBoth } from './use-both.ts'
import { ZatcaCode } from './zatca-code.tsx'
import { useMoney } from '#business/ledger/use-money.ts'

/**
 * The seller, and what the document is: its title, its number and its days.
 * @param numberLabel what the seller's tax number is called, by default in the words of the seller's country
 */
export function PaperHead({
  vendor,
  title,
  numberLabel,
  children,
}: {
  vendor: Seller
  title: ReactNode
  numberLabel?: string
  children: ReactNode
}) {
  const t = useTranslations('sales.invoice.numbers')
  const countryName = useCountryName()
  const { name, logo, address, postcode, country, taxNumber } = vendor
  const place = [address, postcode, countryName(country)].filter(Boolean)
  return (
    <header className={css['head']}>
      <div className={css['vendor']}>
        {logo && <img src={logo} alt="" width={56} height={56} />}
        <div>
          <p className={css['name']} dir="auto">
            {name}
          </p>
          <address>
            {place.map((line) => (
              <span key={line} dir="auto">
                {line}
              </span>
            ))}
          </address>
          {taxNumber && (
            <p className={css['minor']}>
              {numberLabel ?? t(numberKind(country))} <bdi>{taxNumber}</bdi>
            </p>
          )}
        </div>
      </div>
      <div className={css['number']}>
        <p>{title}</p>
        <span className={css['when']}>{children}</span>
      </div>
    </header>
  )
}

/** The title of a bill: the words of the law, or just "Bill". */
export function useBillTitle(sale: SaleDetail): string {
  const t = useTranslations('sales.invoice.titles')
  const both = useBoth(sale)
  const title = sale.invoice?.title ?? 'bill'
  return both(`invoice.titles.${title}`, t(title))
}

/** The seller, and the title, number and day of a document. */
export function Head({
  sale,
  title,
  number,
  on,
  children,
}: {
  sale: SaleDetail
  title: string
  number: string
  on: string
  children?: ReactNode
}) {
  const t = useTranslations('sales.invoice.numbers')
  const both = useBoth(sale)
  const day = useDay()
  const kind = numberKind(sale.vendor.country)
  return (
    <PaperHead vendor={sale.vendor} title={title} numberLabel={both(`invoice.numbers.${kind}`, t(kind))}>
      <strong>
        <span className="ltr whole">{number}</span>
      </strong>{' '}
      {day(on)} {children}
    </PaperHead>
  )
}

function Movements({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales')
  const day = useDay()
  const money = useMoney(sale, true)
  return (
    <>
      <SalePayments sale={sale} />
      {sale.refunds.length > 0 && (
        <section className={css['part']} aria-labelledby="credits">
          <h2 id="credits">{t('bill.credits')}</h2>
          <ul>
            {sale.refunds.map((note) => (
              <li key={note.id}>
                <span>
                  {day(note.day)} ·{' '}
                  <Link to="/sales/sale" search={{ id: sale.id, note: note.id }} className="ltr whole">
                    {note.number}
                  </Link>
                  <span className={css['minor']} dir="auto">
                    {note.reason}
                  </span>
                  {note.paidBack > 0 && note.method && (
                    <span className={css['minor']}>
                      {t('bill.givenBack', { amount: money(note.paidBack), method: t(`methods.${note.method}`) })}
                    </span>
                  )}
                  {note.releasesSeat && <span className={`${css['minor']} ${css['screen']}`}>{t('bill.released')}</span>}
                </span>
                <span>{money(-note.amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** A bill as the document that it prints: seller, buyer, lines, totals and payments. */
export function SaleView({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const format = useFormatter()
  const manner = useDayManner()
  const title = useBillTitle(sale)
  return (
    <article className={css['receipt']} aria-label={`${title} ${sale.number}`}>
      <Head sale={sale} title={title} number={sale.number} on={sale.day}>
        <SaleStatus state={sale.state} dueOn={sale.dueOn} />
      </Head>
      {sale.voidedAt && (
        <p className={css['void']}>
          {t('voided', { day: format.dateTime(new Date(sale.voidedAt), { ...manner, timeZone: sale.vendor.timeZone }) })}
          <span dir="auto">{sale.voidReason}</span>
        </p>
      )}
      <BillBuyer sale={sale} />
      <InvoiceNotes sale={sale} />
      <SaleLines sale={sale} />
      <div className={css['totals']}>
        <ZatcaCode code={sale.invoice?.code} />
        <SaleSums sale={sale} />
      </div>
      <HowToPaySection sale={sale} />
      <Movements sale={sale} />
      {sale.note && (
        <p className={css['note']} dir="auto">
          {sale.note}
        </p>
      )}
    </article>
  )
}
