import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import css from '#business/setup/setup.module.css'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { moneyText } from '#lib/money.ts'
import { changed } from '#web/changed.ts'
import { EntityForm, Pair } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import {
  billingForm,
  placeOfferRules,
  prorations,
  sessionCredits,
  visitRules,
  type BillingRules,
  type BillingSettings,
} from './billing-rules.contract.ts'
import own from './billing-rules.module.css'
import { billingQuery } from './billing-rules.queries.ts'
import { billsOf, partOf } from './enrolment.rules.ts'
import { api, useMay } from './enrolments.client.ts'

type Values = { billingDay: string; proration: string; cancelledSessions: string; visits: string; placeOffers: string; offerHours: string }

const inputOf = ({ billingDay, offerHours, ...values }: Values) => ({
  billingDay: billingDay === '' ? null : Number(billingDay),
  offerHours: Number(offerHours),
  ...values,
})

/** The hours to choose from; the API takes others too. */
const usualHours = [24, 48, 72]

const monthDays = Array.from({ length: 28 }, (_, at) => String(at + 1))

/** The bills of a place from 28 April to 10 June under the rules, drawn as wide as they are long. */
function Example({ rules }: { rules: BillingRules }) {
  const t = useTranslations('enrolments.billing')
  const locale = useLocale()
  const [day, days] = [useDay({ day: 'numeric', month: 'long' }), useDays({ day: 'numeric', month: 'short' })]
  const year = useToday().slice(0, 4)
  const { data: progress } = useQuery(progressQuery)
  if (!progress) return null
  const { currency, exponent } = progress.country
  const money = (minor: number) => moneyText(minor, currency, exponent, locale, true)
  const price = 100 * 10 ** exponent
  const place = { startDate: `${year}-04-28`, endDate: `${year}-06-10` }
  return (
    <figure className={own['example']}>
      <figcaption>{t('example', { price: money(price), from: day(place.startDate), to: day(place.endDate) })}</figcaption>
      <ol>
        {billsOf(place, rules).map(({ fromDay, toDay, length, share }) => (
          <li key={fromDay} style={{ flexGrow: length }}>
            <strong>{money(partOf({ price, discount: 0 }, share).price)}</strong>
            <span>{days(fromDay, toDay)}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

function BillingForm({ settings }: { settings: BillingSettings }) {
  const t = useTranslations('enrolments.billing')
  const [version, track] = useVersion(settings)
  const { billingDay, offerHours, proration, cancelledSessions, visits, placeOffers } = settings
  const initial: Values = {
    billingDay: billingDay === null ? '' : String(billingDay),
    proration,
    cancelledSessions,
    visits,
    placeOffers,
    offerHours: String(offerHours),
  }
  const hours = [...new Set([...usualHours, offerHours])].toSorted((a, b) => a - b)
  const form = useForm({
    name: 'billing',
    initial,
    schema: billingForm,
    input: inputOf,
    draft: { of: 'own', version },
    async submit(values) {
      const input = billingForm.parse(inputOf(values))
      await track(() => api.enrolments.saveBilling({ ...input, version }))
      await changed('enrolments')
      toastSuccess(t('saved'))
    },
  })
  const rules = billingForm.parse(inputOf(form.values))
  return (
    <EntityForm form={form} save={t('save')}>
      <Pair>
        <SelectField
          field={form.field('billingDay')}
          label={t('day.label')}
          options={[
            { value: '', label: t('day.own') },
            ...monthDays.map((day) => ({ value: day, label: t('day.of', { day: Number(day) }) })),
          ]}
        />
        <SelectField
          field={form.field('proration')}
          label={t('proration.label')}
          hint={t('proration.hint')}
          options={prorations.map((value) => ({ value, label: t(`proration.${value}`) }))}
        />
      </Pair>
      <Example rules={rules} />
      <SelectField
        field={form.field('cancelledSessions')}
        label={t('cancelled.label')}
        hint={t('cancelled.hint')}
        options={sessionCredits.map((value) => ({ value, label: t(`cancelled.${value}`) }))}
      />
      <SelectField
        field={form.field('visits')}
        label={t('visits.label')}
        hint={t('visits.hint')}
        options={visitRules.map((value) => ({ value, label: t(`visits.${value}`) }))}
      />
      <Pair>
        <SelectField
          field={form.field('placeOffers')}
          label={t('offers.label')}
          hint={t('offers.hint')}
          options={placeOfferRules.map((value) => ({ value, label: t(`offers.${value}`) }))}
        />
        <SelectField
          field={form.field('offerHours')}
          label={t('hours.label')}
          options={hours.map((value) => ({ value: String(value), label: t('hours.of', { hours: value }) }))}
        />
      </Pair>
      {rules.billingDay !== settings.billingDay && rules.billingDay !== null && <p className={css['note']}>{t('running')}</p>}
    </EntityForm>
  )
}

/** How the business bills its months, with an example in money (terms: billing day and proration). */
export function BillingSection() {
  const t = useTranslations('enrolments.billing')
  const [canSee, canSave] = [useMay('enrolments.billing'), useMay('enrolments.saveBilling')]
  const query = useQuery({ ...billingQuery, enabled: canSee })
  if (!canSee) return null
  return (
    <section className={css['section']} aria-labelledby="billing">
      <h2 id="billing">{t('title')}</h2>
      <p className={css['note']}>{t('text')}</p>
      {!query.data ? <Unread query={query} rows={3} /> : canSave ? <BillingForm settings={query.data} /> : <Example rules={query.data} />}
    </section>
  )
}
