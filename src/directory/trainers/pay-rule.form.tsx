import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { MoneyField, NumberField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { payUnits, setPayRuleInput, type PayRules } from './pay-rule.contract.ts'
import { paidFor } from './pay-rule.rules.ts'
import { api } from './trainers.client.ts'
import css from './trainers.module.css'

type Values = {
  unit: string
  service: string
  amount: number | string
  /** A percentage, in the call hundredths of it. */
  share: number | string
  minimum: number | string
  maximum: number | string
  from: string
}

/** Only what the unit needs; what is empty and not required is left out. */
function inputOf(trainer: string, { unit, service, amount, share, minimum, maximum, from }: Values) {
  const limit = (value: Values['minimum']) => (unit === 'general' || value === '' ? undefined : value)
  return {
    trainer,
    unit,
    service: service === '' ? undefined : service,
    amount: unit === 'share' || unit === 'general' ? undefined : amount,
    share: unit === 'share' ? (typeof share === 'number' ? Math.round(share * 100) : share) : undefined,
    minimum: limit(minimum),
    maximum: limit(maximum),
    from: from === '' ? undefined : from,
  }
}

/** The session of the example: 90 minutes, 6 people, and a net revenue of 90 currency units. */
const example = { minutes: 90, people: 6, units: 90 }

/** Sets what pays a trainer's sessions from a day on, with an example in money. */
export function SetPayRule({ data, onClose }: { data: PayRules; onClose: () => void }) {
  const t = useTranslations('trainers.rule')
  const own = useTranslations('trainers')
  const day = useDay()
  const money = useMoney(data, true)
  const { options } = useServiceOptions()
  const { trainer, currency, exponent } = data
  const initial: Values = { unit: 'session', service: '', amount: '', share: '', minimum: '', maximum: '', from: data.today }
  const form = useForm({
    name: 'pay-rule',
    initial,
    schema: setPayRuleInput,
    input: (values) => inputOf(trainer, values),
    async submit(values) {
      const rule = await api.payroll.setRule(setPayRuleInput.parse(inputOf(trainer, values)))
      await changed('payroll')
      toastSuccess(t('saved', { day: day(rule.from ?? data.today) }))
      onClose()
    },
  })
  const { unit, service } = form.values
  const units = payUnits.filter((one) => one !== 'general' || service !== '')
  const typed = setPayRuleInput.safeParse(inputOf(trainer, form.values))
  const base = example.units * 10 ** exponent
  const { amount = null, share = null, minimum = null, maximum = null } = typed.success ? typed.data : {}
  const amountField = { currency, exponent }
  return (
    <Dialog title={t('set')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        <Pair>
          <SelectField
            field={form.field('service')}
            label={t('service.label')}
            options={[{ value: '', label: t('service.all') }, ...options]}
          />
          <SelectField
            field={form.field('unit')}
            label={t('unit.label')}
            options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          />
        </Pair>
        {unit === 'share' ? (
          <NumberField field={form.field('share')} label={t('share.label')} hint={t('share.hint')} unit="%" />
        ) : (
          unit !== 'general' && <MoneyField field={form.field('amount')} label={t('amount.label')} {...amountField} />
        )}
        {unit !== 'general' && (
          <Pair>
            <MoneyField field={form.field('minimum')} label={t('minimum.label')} {...amountField} />
            <MoneyField field={form.field('maximum')} label={t('maximum.label')} {...amountField} />
          </Pair>
        )}
        <DateField
          field={form.field('from')}
          label={t('from')}
          hint={own('costFrom.hint')}
          {...(data.openFrom ? { min: data.openFrom } : {})}
        />
        <p className={css['effect']} aria-live="polite">
          {typed.success &&
            typed.data.unit !== 'general' &&
            t('example', {
              minutes: example.minutes,
              people: example.people,
              revenue: money(base),
              amount: money(paidFor({ unit: typed.data.unit, amount, share, minimum, maximum }, { ...example, base })),
            })}
        </p>
      </DialogForm>
    </Dialog>
  )
}
