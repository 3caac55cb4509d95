import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './sales.client.ts'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { ReversePayment } from './sale-dialogs.tsx'
import type { Payment, SaleDetail } from './sale.contract.ts'
import { isReversible } from './sale.rules.ts'
import css from './sale-view.module.css'
import { useMoney } from '#business/ledger/use-money.ts'

/** The payments of a bill and what was refunded or reversed; a role with the right can reverse a payment that stands. */
export function SalePayments({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales')
  const day = useDay()
  const money = useMoney(sale, true)
  const mayReverse = useMay('sales.reversePayment')
  const [asked, setAsked] = useState<Payment | null>(null)
  if (sale.payments.length === 0) return null
  return (
    <section className={css['part']} aria-labelledby="payments">
      <h2 id="payments">{t('bill.payments')}</h2>
      <ul>
        {sale.payments.map((one) => (
          <li key={one.id}>
            <span>
              {day(one.day)} · {t(`methods.${one.method}`)}
              {one.reference && (
                <span className={css['minor']} dir="auto">
                  {one.reference}
                </span>
              )}
              {one.reversedOn && <span className={css['minor']}>{t('reverse.reversed', { day: day(one.reversedOn) })}</span>}
              {one.reverses && (
                <span className={css['minor']}>
                  {t('reverse.entry')} · <bdi>{one.reason}</bdi>
                </span>
              )}
            </span>
            <span className={css['amount']}>
              {mayReverse && isReversible(sale, one) && (
                <span className={css['screen']}>
                  <ChangeButton
                    look="quiet"
                    aria-label={t('reverse.of', { amount: money(one.amount), method: t(`methods.${one.method}`) })}
                    onClick={() => setAsked(one)}
                  >
                    {t('reverse.open')}
                  </ChangeButton>
                </span>
              )}
              {money(one.amount)}
            </span>
          </li>
        ))}
      </ul>
      {asked && <ReversePayment sale={sale} payment={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
