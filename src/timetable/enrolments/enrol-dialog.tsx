import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { changed } from '#web/changed.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useRole } from '#web/use-may.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { priceFrom } from '#timetable/batches/batch.rules.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { useToday } from '#business/setup/here.ts'
import { isDay } from '#lib/days.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { moneyText } from '#lib/money.ts'
import { fullName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDays } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { billingQuery } from './billing-rules.queries.ts'
import { CustomerField } from './customer-field.tsx'
import { DiscountFields, discountIn, noDiscount, type DiscountValue } from './discount-fields.tsx'
import { enrolForm, enrolInput, enrolTerms, type Enrolment } from './enrolment.contract.ts'
import { firstBill, giverRoles, leavesDays, partOf } from './enrolment.rules.ts'
import { discountOn } from './terms.rules.ts'

type Person = Pick<Customer, 'id' | 'firstName' | 'lastName'>

/** The later of today and the batch's start, so that the field shows what will be stored. */
function firstDay(batch: Pick<Batch, 'startDate'> | undefined, today: string): string {
  return batch && batch.startDate > today ? batch.startDate : today
}

type Values = {
  batch: string
  customer: string
  startDate: string
  endDate: string
  nextChargeOn: string
  terms: string
  reason: string
  ifFull: boolean
  discount: DiscountValue
}

/** The fields as the call's input, with empty dates left out. */
const inputOf = ({ batch, customer, startDate, endDate, nextChargeOn, terms, reason, ifFull, discount }: Values) => ({
  batch,
  customer,
  startDate,
  ...(endDate ? { endDate } : {}),
  // A day or a reason typed for other terms is not sent.
  nextChargeOn: (terms === 'from' && nextChargeOn) || null,
  terms,
  reason: terms === 'bill' ? '' : reason,
  discount: terms === 'free' ? null : discountIn(discount),
  ifFull: ifFull ? 'wait' : 'refuse',
})

/** Whether the chosen terms leave days unbilled. */
const isGiven = ({ terms, startDate, nextChargeOn }: Values, batch: Pick<Batch, 'priceUnit'> | undefined) =>
  terms === 'free' || (terms === 'from' && batch !== undefined && leavesDays({ ...batch, startDate, nextChargeOn }))

type Form = ReturnType<typeof useForm<Values, typeof enrolForm>>

/** A discount once its number is typed. */
const numeric = (discount: ReturnType<typeof discountIn>) =>
  discount && typeof discount.value === 'number' && discount.value > 0 ? { ...discount, value: discount.value } : null

/** Explains what the terms "Bill now" charge, so that no one enrols a customer without knowing what is owed. */
function useBillHint(batch: Batch | undefined, { discount, startDate, endDate }: Values): string | undefined {
  const t = useTranslations('enrolments.terms.now')
  const locale = useLocale()
  const days = useDays()
  const { data: progress } = useQuery(progressQuery)
  const { data: rules } = useQuery(billingQuery)
  if (!batch || !progress || !rules || !isDay(startDate)) return undefined
  const listed = priceFrom(batch, startDate)
  const terms = { price: listed, discount: discountOn(numeric(discountIn(discount)), listed, startDate) }
  const first = firstBill(batch, { startDate, endDate: isDay(endDate) ? endDate : batch.endDate }, rules)
  const text = ({ price, discount: off }: typeof terms) => moneyText(price - off, batch.currency, progress.country.exponent, locale)
  if (batch.priceUnit !== 'month' || !first) return t(batch.priceUnit, { price: text(terms) })
  const price = text(partOf(terms, first.share))
  if (first.after.nextChargeOn === null) return t('only', { price, days: days(first.fromDay, first.toDay) })
  return price === text(terms) ? t('month', { price }) : t('part', { price, days: days(first.fromDay, first.toDay), whole: text(terms) })
}

/** The payment terms that the member's role may choose; leaving days unbilled requires a reason. */
function TermsFields({ form, batch }: { form: Pick<Form, 'field' | 'values'>; batch: Batch | undefined }) {
  const t = useTranslations('enrolments')
  const mayGive = giverRoles.includes(useRole())
  const given = isGiven(form.values, batch)
  const options = enrolTerms.filter((terms) => terms !== 'free' || mayGive)
  const billHint = useBillHint(batch, form.values)
  return (
    <>
      <SelectField
        field={form.field('terms')}
        label={t('terms.label')}
        options={options.map((value) => ({ value, label: t(`terms.${value}`) }))}
        hint={form.values.terms === 'bill' ? billHint : undefined}
      />
      {form.values.terms === 'from' && (
        <DateField
          field={form.field('nextChargeOn')}
          label={t('nextChargeOn.label')}
          hint={given && !mayGive ? t('nextChargeOn.right') : undefined}
        />
      )}
      {given && mayGive && <TextField field={form.field('reason')} label={t('reason.free')} maxLength={200} />}
    </>
  )
}

/** The open batches with their free places, as choices. */
function useBatchOptions() {
  const t = useTranslations('enrolments')
  const query = useQuery(batchOptionsQuery)
  const rows = query.data?.rows ?? []
  return {
    rows,
    options: rows.map((row) => ({
      value: row.id,
      label: t('batch.places', { name: row.name, free: Math.max(row.totalCandidates - row.enrolled, 0) }),
    })),
  }
}

/**
 * Enrols a customer in a batch; either may be preset, the other is chosen here.
 * @param day the only day of a visitor
 * @param onDone called with the new enrolment
 */
export function EnrolDialog({
  batch,
  customer,
  day,
  onClose,
  onDone,
}: {
  batch?: Batch
  customer?: Person
  day?: string
  onClose: () => void
  onDone?: (row: Enrolment) => void
}) {
  const t = useTranslations('enrolments')
  const [id] = useState(newRecordId)
  const [person, setPerson] = useState<Person | undefined>(customer)
  const { rows, options } = useBatchOptions()
  const today = useToday()
  const form = useForm({
    name: 'enrol',
    initial: {
      batch: batch?.id ?? '',
      customer: customer?.id ?? '',
      startDate: day ?? firstDay(batch, today),
      endDate: day ?? batch?.endDate ?? '',
      nextChargeOn: '',
      terms: 'bill',
      reason: '',
      ifFull: false,
      discount: noDiscount,
    },
    schema: enrolForm,
    input: inputOf,
    async submit(values) {
      const row = await api.enrolments.enrol({ ...enrolInput.parse(inputOf(values)), id })
      await changed('enrolments')
      toastSuccess(t(row.state === 'waitlisted' ? 'enrol.waiting' : 'enrol.done', { name: fullName(row) }))
      onDone?.(row)
      onClose()
    },
  })
  const chosen = batch ?? rows.find((row) => row.id === form.values.batch)
  const isFull = chosen !== undefined && chosen.enrolled >= chosen.totalCandidates
  const batchField = form.field('batch')
  return (
    <Dialog title={t(day === undefined ? 'enrol.title' : 'visitor')} onClose={onClose}>
      <DialogForm form={form} save={t(day === undefined ? 'enrol.save' : 'visitor')} back={t('back')} onClose={onClose}>
        {!customer && <CustomerField field={form.field('customer')} person={person} onPerson={setPerson} />}
        {!batch && (
          <SelectField
            field={{
              ...batchField,
              onChange(value) {
                const next = rows.find((row) => row.id === value)
                form.set({ batch: value, startDate: firstDay(next, today), endDate: next?.endDate ?? '' })
              },
            }}
            label={t('batch.label')}
            options={options}
            placeholder="–"
          />
        )}
        {day === undefined && (
          <Pair>
            <DateField field={form.field('startDate')} label={t('startDate.label')} />
            <DateField field={form.field('endDate')} label={t('endDate.label')} min={form.values.startDate} />
          </Pair>
        )}
        <TermsFields form={form} batch={chosen} />
        {day === undefined && form.values.terms !== 'free' && <DiscountFields field={form.field('discount')} />}
        {isFull && <CheckField field={form.field('ifFull')} label={t('ifFull')} />}
      </DialogForm>
    </Dialog>
  )
}
