import { useTranslations } from 'use-intl'
import { newRecordId } from '#lib/record-ids.ts'
import { Button } from '#ui/button.tsx'
import { Notes, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { TilesField } from '#ui/tiles-field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import { deskMethods } from '#business/ledger/method.rules.ts'
import { usePayChoices } from '#business/ledger/pay-choices.ts'
import css from './sell.module.css'
import type { PaymentValue } from './sell.rules.ts'

/** A new payment row. */
export const newPayment = (method: PaymentValue['method'] = ''): PaymentValue => ({ key: newRecordId(), method, amount: '', reference: '' })

type Props = { field: FieldBinding<PaymentValue[]>; currency: string; exponent: number }

/** How the sale is paid, now or later, in one or several payments. */
export function SellPayments({ field, currency, exponent }: Props) {
  const t = useTranslations('sales.sellForm')
  const choices = usePayChoices()
  const set = (at: number, change: Partial<PaymentValue>) =>
    field.onChange(field.value.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const bind = <Key extends 'method' | 'amount' | 'reference'>(at: number, key: Key): FieldBinding<PaymentValue[Key]> => ({
    name: `${field.name}-${at}-${key}`,
    id: `${field.id}-${at}-${key}`,
    value: (field.value[at] ?? newPayment())[key],
    error: undefined,
    onChange: (value) => set(at, { [key]: value }),
    onBlur: () => field.onBlur(),
  })
  const isPaid = field.value.some(({ method }) => method !== '')
  return (
    <fieldset className={css['rows']} id={field.id} tabIndex={-1} aria-describedby={field.error ? `${field.id}-error` : undefined}>
      <legend className="hidden-text">{t('payments')}</legend>
      {field.value.map((payment, at) => (
        <div key={payment.key} className={css['row']} role="group" aria-label={t('payment', { number: at + 1 })}>
          <TilesField field={bind(at, 'method')} label={t('method')} options={choices(deskMethods)} placeholder={t('later')} mayBeNone />
          {payment.method !== '' && (
            <div className={css['figures']}>
              <MoneyField field={bind(at, 'amount')} label={t('amount')} hint={t('amountHint')} currency={currency} exponent={exponent} />
              <TextField field={bind(at, 'reference')} label={t('reference')} maxLength={60} />
            </div>
          )}
          {field.value.length > 1 && (
            <Button
              look="quiet"
              aria-label={t('removePayment', { number: at + 1 })}
              onClick={() => field.onChange(field.value.filter((_, index) => index !== at))}
            >
              {t('remove')}
            </Button>
          )}
        </div>
      ))}
      <Notes field={field} />
      {isPaid && (
        <div className={css['more']}>
          <Button onClick={() => field.onChange([...field.value, newPayment('card')])}>{t('addPayment')}</Button>
        </div>
      )}
    </fieldset>
  )
}
