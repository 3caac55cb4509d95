import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import css from './how-to-pay.module.css'
import type { SaleDetail } from './sale.contract.ts'

const QrCode = lazy(() => import('#business/setup/qr-code.tsx'))

/** How an unpaid bill is paid: the account, its reference, and in euro the code that a bank's app reads; nothing for other bills. */
export function HowToPaySection({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.howToPay')
  const money = useMoney(sale, true)
  const { howToPay } = sale
  if (!howToPay) return null
  const { holder, account, bankCode, bic, note, reference, code } = howToPay
  const facts = [
    ['holder', holder],
    ['account', account],
    ['bankCode', bankCode],
    ['bic', bic],
    ['amount', money(sale.due)],
    ['reference', reference],
  ] as const
  return (
    <section className={css['pay']} aria-labelledby="how-to-pay">
      <div className={css['text']}>
        <h2 id="how-to-pay">{t('title')}</h2>
        {account !== '' && (
          <dl>
            {facts.map(
              ([name, value]) =>
                value !== '' && (
                  <div key={name}>
                    <dt>{t(name)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ),
            )}
          </dl>
        )}
        {note !== '' && (
          <p className={css['note']} dir="auto">
            {note}
          </p>
        )}
      </div>
      {code !== null && (
        <figure className={css['code']}>
          <Suspense fallback={<span className={css['wait']} />}>
            <QrCode text={code} label={t('code')} />
          </Suspense>
          <figcaption>{t('scan')}</figcaption>
        </figure>
      )}
    </section>
  )
}
