import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './sales.client.ts'
import { fieldsOf } from '#lib/choices.ts'
import { failureOf } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'
import { CustomerField } from '#timetable/enrolments/customer-field.tsx'
import { later } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { moneyText } from '#lib/money.ts'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { Notes, SelectField, TextField } from '#ui/field.tsx'
import { MoneyField, NumberField, TextareaField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDays } from '#ui/use-day.ts'
import { useForm, type FieldBinding } from '#ui/use-form.ts'
import { sellForm, sellInput, type SellSettings } from './sale.contract.ts'
import { SellBill } from './sell-bill.tsx'
import { newItem, SellItems } from './sell-items.tsx'
import { newPayment, SellPayments } from './sell-payments.tsx'
import { headingOf, StepNames, type SellStep, type SellSteps } from './sell-steps.tsx'
import { useSellFlow, useStepLabel } from './use-sell-flow.ts'
import css from './sell.module.css'
import { billOf, firstPrice, sellInputOf, type SellValues } from './sell.rules.ts'

type Person = { id: string; firstName: string; lastName: string }
type Props = {
  settings: SellSettings
  batches: Batch[]
  rules: BillingRules
  steps: SellSteps
  start: { batch?: string; customer?: string }
}

/** The server's total, and the form values that it applies to. */
type Agreed = { total: number; of: SellValues }

/**
 * The sell form: customer, items, discount and payments, with the bill next to it (product 6, /sales/add). A phone shows it
 * in three steps of one form: who, what, pay.
 */
export function SellForm({ settings, batches, rules, steps, start }: Props) {
  const t = useTranslations('sales.sellForm')
  const locale = useLocale()
  const navigate = useNavigate()
  const [id] = useState(newRecordId)
  const [agreed, setAgreed] = useState<Agreed | null>(null)
  const [person, setPerson] = useState<Person | undefined>()
  const { currency, exponent, taxRateThousandths: rateThousandths, reducedThousandths, taxIsIncluded: isIncluded } = settings
  const today = useToday()
  const days = useDays()
  const classes = new Map(settings.taxClasses.map(({ service, taxClass }) => [service, taxClass]))
  const offers = new Map(
    batches.map((batch) => {
      const taxClass = classes.get(batch.service) ?? ('standard' as const)
      return [batch.id, { ...firstPrice(batch, later(today, batch.startDate), rules), taxClass }]
    }),
  )
  const terms = { rateThousandths, reducedThousandths, isIncluded }
  const totalOf = (values: SellValues) => (agreed?.of === values ? agreed.total : billOf(values, offers, terms).total)
  const initial: SellValues = {
    customer: start.customer ?? '',
    items: [newItem(batches.length > 0 ? 'batch' : 'free', start.batch)],
    discount: { kind: 'percent', value: '' },
    discountReason: '',
    payments: [newPayment()],
    note: '',
  }
  const form = useForm({
    name: 'sell',
    initial,
    schema: sellForm,
    input: (values) => sellInputOf(values, totalOf(values)),
    draft: { of: 'new', version: 0 },
    async submit(values) {
      const input = sellInput.parse(sellInputOf(values, totalOf(values)))
      const sale = await api.sales.sell({ ...input, id }).catch((error: unknown) => {
        const { code, current } = failureOf(error)
        const { total } = fieldsOf(current)
        if (code === 'sale/price-changed' && typeof total === 'number') setAgreed({ total, of: values })
        throw error
      })
      await changed('sales')
      toastSuccess(t('done', { number: sale.number }))
      setTimeout(() => void navigate({ to: '/sales/sale', search: { id: sale.id } }))
    },
  })
  const { values } = form
  // The values may have been discarded meanwhile.
  const isChosen = person?.id === values.customer
  // A draft or the address contains only the id.
  const { data: named } = useQuery({
    queryKey: ['customers', 'one', values.customer],
    queryFn: () => api.customers.get({ id: values.customer }),
    enabled: values.customer !== '' && !isChosen,
  })
  const buyer = isChosen ? person : named
  const bill = billOf(values, offers, terms)
  const flow = useSellFlow(form, steps)
  const stepLabel = useStepLabel()
  const agreedTotal = agreed?.of === values ? agreed.total : null
  const lines = values.items.map((item) => {
    if (item.kind === 'free') return { name: item.text, days: null }
    const part = offers.get(item.batch)?.part
    return { name: batches.find(({ id: one }) => one === item.batch)?.name ?? '', days: part ? days(part.fromDay, part.toDay) : null }
  })
  const discount = form.field('discount')
  const kind: FieldBinding<string> = {
    ...discount,
    id: `${discount.id}-kind`,
    error: undefined,
    value: discount.value.kind,
    onChange: (next) => discount.onChange({ kind: next === 'amount' ? 'amount' : 'percent', value: '' }),
  }
  const off: FieldBinding<number | string> = {
    ...discount,
    error: undefined,
    value: discount.value.value,
    onChange: (value) => discount.onChange({ ...discount.value, value }),
  }
  const choices = batches.map((batch) => ({
    value: batch.id,
    label: t('batchOption', {
      name: batch.name,
      price: moneyText(offers.get(batch.id)?.price ?? batch.price, batch.currency, exponent, locale),
      free: Math.max(batch.totalCandidates - batch.enrolled, 0),
    }),
  }))
  const amount = (minor: number) => moneyText(minor, currency, exponent, locale)
  const total = agreedTotal ?? bill.total
  const preview = (
    <SellBill bill={bill} lines={lines} agreed={agreedTotal} currency={currency} exponent={exponent} taxIsIncluded={isIncluded} />
  )
  const who = form.field('customer')
  const group = (step: SellStep) => (steps.step ? { id: headingOf(step), isHidden: step !== steps.step } : {})
  const payments = (
    <Group title={t('payments')} {...group('pay')}>
      <SellPayments field={form.field('payments')} currency={currency} exponent={exponent} />
      {steps.step && preview}
    </Group>
  )
  return (
    <div className={css['sell']}>
      {steps.step && (
        <StepNames
          steps={{ ...steps, go: flow.go }}
          chosen={{
            who: buyer ? fullName(buyer) : '',
            what: lines.flatMap(({ name }) => (name ? [name] : [])).join(', '),
            pay: total > 0 ? amount(total) : '',
          }}
        />
      )}
      <EntityForm
        form={flow.form}
        save={steps.step ? stepLabel(steps.step, { values, total, paid: bill.paid }, amount) : t('sell')}
        sum={steps.step ? undefined : <span className={css['short']}>{amount(total)}</span>}
        onProblem={steps.step ? flow.onProblem : undefined}
      >
        <Group title={t('who')} {...group('who')}>
          <CustomerField
            field={{
              ...who,
              onChange: (value) => {
                who.onChange(value)
                if (steps.step && value) flow.choose()
              },
            }}
            person={buyer}
            onPerson={setPerson}
          />
        </Group>
        <Group title={t('what')} {...group('what')}>
          <SellItems
            field={form.field('items')}
            batches={choices}
            currency={currency}
            exponent={exponent}
            rates={terms}
            onPick={steps.step ? flow.pick : undefined}
          />
        </Group>
        {steps.step && payments}
        <Group title={t('discount')} isHidden={group('pay').isHidden}>
          <Pair>
            <SelectField
              field={kind}
              label={t('discountKind')}
              options={[
                { value: 'percent', label: t('percent') },
                { value: 'amount', label: t('amount') },
              ]}
            />
            {discount.value.kind === 'percent' ? (
              <NumberField field={off} label={t('discountValue')} unit="%" />
            ) : (
              <MoneyField field={off} label={t('discountValue')} currency={currency} exponent={exponent} />
            )}
          </Pair>
          <Notes field={discount} />
          {discount.value.value !== '' && <TextField field={form.field('discountReason')} label={t('discountReason')} maxLength={200} />}
        </Group>
        {!steps.step && payments}
        <Group title={t('more')} isHidden={group('pay').isHidden}>
          <TextareaField field={form.field('note')} label={t('note')} max={500} />
        </Group>
      </EntityForm>
      {!steps.step && preview}
    </div>
  )
}
