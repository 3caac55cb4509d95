import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCountryName } from '#directory/customers/company-facts.tsx'
import { fullName } from '#lib/names.ts'
import { useDay, useDays } from '#ui/use-day.ts'
import { numberKind } from './invoice.rules.ts'
import type { SaleDetail } from './sale.contract.ts'
import { useMayEach } from './sales.client.ts'
import css from './sale-view.module.css'
import { useBoth } from './use-both.ts'

/** The company that a bill was issued to, as on its day. */
function Company({ sale, buyer }: { sale: SaleDetail; buyer: NonNullable<SaleDetail['buyer']> }) {
  const t = useTranslations('sales.invoice.numbers')
  const both = useBoth(sale)
  const countryName = useCountryName()
  const lines = [...buyer.address.split('\n'), countryName(buyer.country)].filter(Boolean)
  const number = t(numberKind(buyer.country))
  return (
    <>
      <dd>
        <bdi>{buyer.name}</bdi>
      </dd>
      {lines.map((line) => (
        <dd key={line} className={css['minor']}>
          <bdi>{line}</bdi>
        </dd>
      ))}
      {buyer.taxNumber && (
        <dd className={css['minor']}>
          {both(`invoice.numbers.${numberKind(buyer.country)}`, number)} <bdi className="ltr">{buyer.taxNumber}</bdi>
        </dd>
      )}
    </>
  )
}

/** The person: their name leads to their page; accountants do not see who bought. */
function Person({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const name = fullName(sale)
  if (!sale.customer) return t('walkIn')
  if (!name) return sale.buyer ? null : '–'
  return (
    <Link to="/sales/customer" search={{ id: sale.customer }}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function Fact({ name, isScreen = false, children }: { name: string; isScreen?: boolean; children: ReactNode }) {
  return (
    <div className={isScreen ? css['screen'] : undefined}>
      <dt>{name}</dt>
      {children}
    </div>
  )
}

/** Whom a document is for: the company, if the bill was issued to one, and the person; when it was delivered and is due. */
export function BillBuyer({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.bill')
  const both = useBoth(sale)
  const day = useDay()
  const days = useDays()
  const { buyer, invoice, phone, email } = sale
  return (
    <dl className={css['facts']}>
      <Fact name={both('bill.customer', t('customer'))}>
        {buyer && <Company sale={sale} buyer={buyer} />}
        <dd className={buyer ? css['minor'] : undefined}>
          <Person sale={sale} />
        </dd>
        {[phone, email].filter(Boolean).map((contact) => (
          <dd key={contact} className={css['minor']}>
            <bdi className="ltr">{contact}</bdi>
          </dd>
        ))}
      </Fact>
      {invoice?.supply && (
        <Fact name={both('bill.supply', t('supply'))}>
          <dd>{days(invoice.supply.fromDay, invoice.supply.toDay)}</dd>
        </Fact>
      )}
      {sale.due > 0 && (
        <Fact name={both('bill.dueOn', t('dueOn'))}>
          <dd>{day(sale.dueOn)}</dd>
        </Fact>
      )}
      {sale.soldBy && (
        <Fact name={t('soldBy')} isScreen>
          <dd>
            <bdi className="ltr">{sale.soldBy}</bdi>
          </dd>
        </Fact>
      )}
    </dl>
  )
}

/** What the law asks for and the bill lacks, and how a wrong company is corrected: on the screen, never on paper. */
export function InvoiceNotes({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.invoice')
  const may = useMayEach()
  const { buyer, customer, invoice } = sale
  const gaps = sale.voidedAt === null ? (invoice?.gaps ?? []) : []
  const mayCorrect = buyer && sale.state !== 'void' && sale.state !== 'refunded' && (may('sales.void') || may('sales.refund'))
  return (
    <div className={`${css['notes']} ${css['screen']}`}>
      {gaps.includes('sellerAddress') && (
        <p>
          {t('gaps.sellerAddress')} {may('setup.saveVendor') && <Link to="/setup">{t('gaps.setup')}</Link>}
        </p>
      )}
      {gaps.includes('buyerAddress') && <p>{t('gaps.buyerAddress')}</p>}
      {mayCorrect && (
        <p>
          {t('correct')}{' '}
          {customer && (
            <Link to="/sales/customer/edit" search={{ id: customer }}>
              {t('edit')}
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
