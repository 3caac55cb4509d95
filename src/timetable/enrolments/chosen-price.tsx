import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { waiting } from '#business/acts/act-effects.tsx'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { useForm } from '#ui/use-form.ts'
import { RefusedPerson, refusalShown, useVersions, type ChosenAct } from './chosen-act.tsx'
import { ownPriceForm } from './enrolment.contract.ts'
import { api } from './enrolments.client.ts'
import { PriceEffects, usePriceEffects } from './price-effects.tsx'

/** Gives the chosen people of a batch a price of their own from a day on; who can't have it is shown and left out. */
export function PriceChosen({ rows, onClose, onDone }: ChosenAct) {
  const t = useTranslations('enrolments.chosen')
  const words = useTranslations('enrolments')
  const today = useToday()
  const { data: progress } = useQuery(progressQuery)
  const { ids, track } = useVersions(rows)
  const [{ batch, batchEnd, currency, prices }] = useState(() => ({
    batch: rows[0]?.batch ?? '',
    batchEnd: rows[0]?.batchEnd ?? '',
    currency: rows[0]?.currency ?? '',
    prices: new Set(rows.map(({ price }) => price)),
  }))
  const [only = ''] = prices
  const initial: { price: number | string; from: string; reason: string; tell: boolean } = {
    price: prices.size === 1 ? only : '',
    from: today,
    reason: '',
    tell: true,
  }
  const form = useForm({
    name: 'price-chosen',
    initial,
    schema: ownPriceForm,
    async submit(values) {
      if (!effects.isSeen) return
      const input = ownPriceForm.parse(values)
      const { decision, shown } = effects
      const priced = new Set(shown?.rows.flatMap(({ enrolment, exception }) => (exception === null ? [enrolment] : [])))
      const { rows: after } = await effects.perform(() =>
        track((places) => {
          const some = places.filter(({ id }) => priced.has(id))
          // Where no one can have the price, the refusal says why.
          return api.enrolments.setPrice({ batch, places: some.length > 0 ? some : places, ...input, ...(decision && { decision }) })
        }),
      )
      onDone(t('priced', { count: after.length }))
    },
  })
  const { price, from } = form.values
  const effects = usePriceEffects([batch, ids], { price, from }, (next) => api.enrolments.priceEffect({ batch, places: ids, ...next }))
  return (
    <Dialog title={t('priceTitle', { count: ids.length })} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('save')} back={words('back')} onClose={onClose}>
        <RefusedPerson failure={refusalShown(form, effects)} />
        <Pair>
          <MoneyField
            field={form.field('price')}
            label={words('price.new')}
            currency={currency}
            exponent={progress?.country.exponent ?? 2}
          />
          <DateField field={form.field('from')} label={words('price.from')} hint={words('price.hint')} min={today} max={batchEnd} />
        </Pair>
        {price === 0 && <TextField field={form.field('reason')} label={words('price.why')} maxLength={200} />}
        <CheckField field={form.field('tell')} label={words('price.tell')} />
        <PriceEffects effects={effects} currency={currency} />
      </DialogForm>
    </Dialog>
  )
}
