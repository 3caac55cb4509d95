import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { fullName } from '#lib/names.ts'
import { useDay, useDayManner } from '#ui/use-day.ts'
import type { SaleDetail } from './sale.contract.ts'
import { HowToPaySection } from './how-to-pay.tsx'
import { SaleLines, SaleSums } from './sale-lines.tsx'
import { SaleStatus } from './sale.list.tsx'
import type { Seller } from './seller.contract.ts'
import { SalePayments } from './sale-payments.tsx'
import css from './sale-view.module.css'
import { useMoney } from '#business/ledger/use-money.ts'

/** The seller, and what the paper is: its number or its title, and its days. */
export function PaperHead({ vendor, title, children }: { vendor: Seller; title: ReactNode; children: ReactNode }) {
  const locale = useLocale()
  const t = useTranslations('sales.bill')
  const { name, logo, address, postcode, country, taxNumber } = vendor
  const place = [address, postcode, new Intl.DisplayNames(locale, { type: 'region' }).of(country)].filter(Boolean)
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
              {t('taxNumber')} <bdi>{taxNumber}</bdi>
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

/** The seller, and the number and day of the document. */
export function Head({ sale, number, on, children }: { sale: SaleDetail; number: string; on: string; children?: ReactNode }) {
  const day = useDay()
  return (
    <PaperHead vendor={sale.vendor} title={<span className="ltr">{number}</span>}>
      {day(on)} {children}
    </PaperHead>
  )
}

/** The buyer. */
export function Buyer({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const day = useDay()
  const name = fullName(sale)
  return (
    <dl className={css['facts']}>
      <div>
        <dt>{t('customer')}</dt>
        <dd>
          {sale.customer && name ? (
            <Link to="/sales/customer" search={{ id: sale.customer }}>
              <bdi>{name}</bdi>
            </Link>
          ) : // Accountants do not see who bought.
          sale.customer ? (
            '–'
          ) : (
            t('walkIn')
          )}
        </dd>
        {sale.phone && (
          <dd className={css['minor']}>
            <bdi className="ltr">{sale.phone}</bdi>
          </dd>
        )}
        {sale.email && (
          <dd className={css['minor']}>
            <bdi className="ltr">{sale.email}</bdi>
          </dd>
        )}
      </div>
      {sale.due > 0 && (
        <div>
          <dt>{t('dueOn')}</dt>
          <dd>{day(sale.dueOn)}</dd>
        </div>
      )}
      {sale.soldBy && (
        <div className={css['screen']}>
          <dt>{t('soldBy')}</dt>
          <dd>
            <bdi className="ltr">{sale.soldBy}</bdi>
          </dd>
        </div>
      )}
    </dl>
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

/** A bill as the receipt that it prints: seller, buyer, lines, totals and payments. */
export function SaleView({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const format = useFormatter()
  const manner = useDayManner()
  return (
    <article className={css['receipt']} aria-label={t('label', { number: sale.number })}>
      <Head sale={sale} number={sale.number} on={sale.day}>
        <SaleStatus state={sale.state} />
      </Head>
      {sale.voidedAt && (
        <p className={css['void']}>
          {t('voided', { day: format.dateTime(new Date(sale.voidedAt), { ...manner, timeZone: sale.vendor.timeZone }) })}
          <span dir="auto">{sale.voidReason}</span>
        </p>
      )}
      <Buyer sale={sale} />
      <SaleLines sale={sale} />
      <SaleSums sale={sale} />
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
