import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { failureOf } from '#web/call-failure.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { CustomerField } from '#timetable/enrolments/customer-field.tsx'
import { fullName } from '#lib/names.ts'
import type { AgreedPreview } from '#business/acts/act-effects.contract.ts'
import { waiting } from '#business/acts/act-effects.tsx'
import { isRefused } from '#business/acts/act-preview.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useForm } from '#ui/use-form.ts'
import { QuoteEffectShown, useQuoteEffect } from './quote-effect.tsx'
import type { QuoteDetail } from './quote.contract.ts'
import css from './quote.module.css'

/** A customer who gets a place. */
export type QuotePerson = Pick<Customer, 'id' | 'firstName' | 'lastName'>

const chosen = z.object({ customers: z.array(z.string()) })

/**
 * Names the people of a quote's places, as many as are known: each is found or added in place, the others are named
 * later.
 * @param places the number of places
 * @param start the people listed at first
 * @param sold the quote that is sold for them, whose bill is shown
 * @param submit receives the ids in their order, and the bill that was shown
 */
export function PeopleDialog({
  title,
  text,
  save,
  places,
  start = [],
  sold = null,
  submit,
  onClose,
}: {
  title: string
  text: string
  save: string
  places: number
  start?: QuotePerson[]
  sold?: QuoteDetail | null
  submit: (customers: string[], decision: AgreedPreview | undefined) => Promise<void>
  onClose: () => void
}) {
  const t = useTranslations('quotes.people')
  const words = useTranslations('quotes')
  const [people, setPeople] = useState(start)
  const [refusedAt, setRefusedAt] = useState<number | null>(null)
  const form = useForm({
    name: 'quote-people',
    initial: { customers: start.map(({ id }) => id) },
    schema: chosen,
    async submit({ customers }) {
      if (effect.isUnseen) return
      const { decision } = effect
      try {
        await effect.perform(() => submit(customers, decision))
      } catch (error) {
        const [issue] = failureOf(error).issues
        setRefusedAt(typeof issue?.path[1] === 'number' ? issue.path[1] : null)
        throw error
      }
      onClose()
    },
  })
  const effect = useQuoteEffect(sold, form.values.customers)
  const field = form.field('customers')
  function change(next: QuotePerson[]): void {
    setPeople(next)
    setRefusedAt(null)
    field.onChange(next.map(({ id }) => id))
  }
  const search = { ...field, value: '', onChange() {} }
  // The preview says already why the sale is refused.
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogForm
        form={{ ...waiting(form, effect), ...(isRefused(effect.error) && { failure: null }) }}
        save={save}
        back={words('dismiss')}
        onClose={onClose}
      >
        {people.length > 0 && (
          <ol className={css['people']} aria-label={t('label')}>
            {people.map((person, at) => (
              <li key={person.id} data-refused={at === refusedAt}>
                <bdi>{fullName(person)}</bdi>
                <Button
                  look="quiet"
                  aria-label={t('removeOne', { name: fullName(person) })}
                  onClick={() => change(people.filter(({ id }) => id !== person.id))}
                >
                  {t('remove')}
                </Button>
              </li>
            ))}
          </ol>
        )}
        {people.length < places && (
          <CustomerField
            field={search}
            person={undefined}
            onPerson={(person) => person && people.every(({ id }) => id !== person.id) && change([...people, person])}
          />
        )}
        <p className={css['minor']} role="status">
          {t('count', { named: people.length, places, left: places - people.length })}
        </p>
        {sold && <QuoteEffectShown effect={effect} candidates={places} />}
      </DialogForm>
    </Dialog>
  )
}
