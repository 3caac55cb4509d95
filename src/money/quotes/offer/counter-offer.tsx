import { useTranslations } from 'use-intl'
import { AccountForm } from '#business/accounts/account-form.tsx'
import { parseAmount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import { answerForm, type QuoteOffer } from '#money/quotes/quote.contract.ts'
import page from '#ui/answer-page.module.css'
import css from './offer.module.css'

/** The form for the price that the customer would pay instead, with a note. @param send sends it to the business */
export function CounterOffer({ offer, send }: { offer: QuoteOffer; send: (counter: { price: number; note: string }) => Promise<void> }) {
  const t = useTranslations('offer')
  const { currency, exponent, candidates, vendor } = offer
  const priceOf = (typed: string) => (typed.trim() === '' ? null : (parseAmount(typed, exponent) ?? typed))
  const form = useForm({
    name: 'counter',
    initial: { price: '', note: '' },
    schema: answerForm,
    // The page has the link's secret; the rules only need a value of its shape.
    input: ({ price, note }) => ({ token: '0'.repeat(43), answer: 'counter', price: priceOf(price), note }),
    async submit({ price, note }) {
      await send({ price: Number(priceOf(price)), note })
    },
  })
  return (
    <section className={css['counter']} aria-labelledby="counter">
      <h2 id="counter">{t('counter')}</h2>
      <p className={page['lead']}>{t('counterLead', { vendor: vendor.name })}</p>
      <AccountForm form={form}>
        <TextField
          field={form.field('price')}
          label={t('price.label')}
          hint={candidates > 1 ? t('price.hintEach', { currency }) : t('price.hint', { currency })}
          inputMode="decimal"
          maxLength={20}
          dir="ltr"
        />
        <TextField field={form.field('note')} label={t('note.label')} maxLength={200} />
        <Button type="submit" isBusy={form.isBusy}>
          {t('send')}
        </Button>
      </AccountForm>
    </section>
  )
}
