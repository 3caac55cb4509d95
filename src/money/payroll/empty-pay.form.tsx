import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import css from '#business/setup/setup.module.css'
import { paidFor, emptySessionRules, type EmptySessionRule } from '#directory/trainers/pay-rule.rules.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Pair } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { setEmptyPayInput, type EmptyPay } from './empty-pay.contract.ts'
import { api, useMay } from './payroll.client.ts'

/** The rule of a day, given all of them, latest day first. */
const ruleOn = ({ rules }: EmptyPay, day: string): EmptySessionRule => rules.find(({ from }) => from <= day)?.rule ?? 'full'

/** What a session with no one present pays by a rule, for a trainer with 40 currency units a session and at least 15. */
function Example({ rule }: { rule: EmptySessionRule }) {
  const t = useTranslations('payroll.empty')
  const { data: progress } = useQuery(progressQuery)
  const terms = progress?.country
  const money = useMoney(terms)
  if (!terms) return null
  const units = (count: number) => count * 10 ** terms.exponent
  const paid = { unit: 'session', amount: units(40), share: null, minimum: units(15), maximum: null } as const
  return (
    <p className={css['note']} aria-live="polite">
      {t('example', {
        amount: money(paid.amount),
        minimum: money(paid.minimum),
        paid: money(paidFor(paid, { minutes: 60, people: 0, base: 0 }, rule)),
      })}
    </p>
  )
}

/** The rules so far, each with its first day. */
function Rules({ data }: { data: EmptyPay }) {
  const t = useTranslations('payroll.empty')
  const day = useDay()
  if (data.rules.length === 0) return null
  return (
    <ul className={css['note']}>
      {data.rules.map(({ from, rule }) => (
        <li key={from}>{t('since', { day: day(from), rule: t(`rule.${rule}`) })}</li>
      ))}
    </ul>
  )
}

function EmptyPayForm({ data }: { data: EmptyPay }) {
  const t = useTranslations('payroll.empty')
  const initial = { rule: ruleOn(data, data.today) as string, from: data.today }
  const form = useForm({
    name: 'empty-pay',
    initial,
    schema: setEmptyPayInput,
    async submit(values) {
      await api.payroll.setEmptyPay(setEmptyPayInput.parse(values))
      await changed('payroll')
      toastSuccess(t('saved'))
    },
  })
  return (
    <EntityForm form={form} save={t('save')}>
      <Pair>
        <SelectField
          field={form.field('rule')}
          label={t('rule.label')}
          hint={t('rule.hint')}
          options={emptySessionRules.map((value) => ({ value, label: t(`rule.${value}`) }))}
        />
        <DateField
          field={form.field('from')}
          label={t('from.label')}
          hint={t('from.hint')}
          {...(data.openFrom ? { min: data.openFrom } : {})}
        />
      </Pair>
      <Example rule={emptySessionRules.find((one) => one === form.values.rule) ?? 'full'} />
    </EntityForm>
  )
}

/** What trainers are paid for a session with no one present, with an example in money (terms: trainer pay). */
export function EmptyPaySection() {
  const t = useTranslations('payroll.empty')
  const [canSee, canSave] = [useMay('payroll.emptyPay'), useMay('payroll.setEmptyPay')]
  const query = useQuery({ queryKey: ['payroll', 'emptyPay'], queryFn: () => api.payroll.emptyPay(), enabled: canSee })
  if (!canSee) return null
  const { data } = query
  return (
    <section className={css['section']} aria-labelledby="empty-pay">
      <h2 id="empty-pay">{t('title')}</h2>
      <p className={css['note']}>{t('text')}</p>
      {!data ? <Unread query={query} rows={2} /> : canSave ? <EmptyPayForm data={data} /> : <Example rule={ruleOn(data, data.today)} />}
      {data && <Rules data={data} />}
    </section>
  )
}
