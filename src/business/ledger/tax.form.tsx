import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './ledger.client.ts'
import { changed } from '#web/changed.ts'
import { amountText, parseAmount } from '#lib/digits.ts'
import { taxRateText } from '#lib/money.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Pair } from '#ui/entity-form.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import css from '#business/setup/setup.module.css'
import { taxForm, type Tax as Terms, type TaxSettings } from './tax.contract.ts'

type Values = { rateThousandths: string; reducedThousandths: string; isIncluded: boolean; number: string; validFrom: string }

/** Converts the typed values; a rate is in percent with three decimals at most. */
function inputOf(values: Values) {
  const read = (typed: string) => parseAmount(typed, 3) ?? typed
  const { rateThousandths: rate, reducedThousandths: reduced } = values
  return { ...values, rateThousandths: rate.trim() ? read(rate) : '', reducedThousandths: reduced.trim() ? read(reduced) : null }
}

const typedRate = (rate: number) => amountText(rate, 3).replace(/\.?0+$/, '')

const valuesOf = ({ now, today }: TaxSettings): Values => ({
  rateThousandths: typedRate(now.rateThousandths),
  reducedThousandths: now.reducedThousandths === null ? '' : typedRate(now.reducedThousandths),
  isIncluded: now.isIncluded,
  number: now.number,
  validFrom: today,
})

function TaxForm({ settings }: { settings: TaxSettings }) {
  const t = useTranslations('setup.tax')
  const [version, track] = useVersion(settings)
  const form = useForm({
    name: 'tax',
    initial: valuesOf(settings),
    schema: taxForm,
    input: inputOf,
    draft: { of: 'own', version },
    async submit(values) {
      const input = taxForm.parse(inputOf(values))
      await track(() => api.setup.saveTax({ ...input, version }))
      await changed('setup')
      toastSuccess(t('saved'))
    },
  })
  return (
    <EntityForm form={form} save={t('save')}>
      <Pair>
        <TextField field={form.field('rateThousandths')} label={t('rate.label')} inputMode="decimal" maxLength={12} dir="ltr" />
        <DateField field={form.field('validFrom')} label={t('validFrom.label')} hint={t('validFrom.hint')} min={settings.today} />
      </Pair>
      <CheckField field={form.field('isIncluded')} label={t('isIncluded')} />
      <Pair>
        <TextField
          field={form.field('reducedThousandths')}
          label={t('reduced.label')}
          hint={t('reduced.hint')}
          inputMode="decimal"
          maxLength={12}
          dir="ltr"
        />
        <TextField field={form.field('number')} label={t('number.label')} hint={t('number.hint')} maxLength={30} dir="auto" />
      </Pair>
    </EntityForm>
  )
}

/** The tax of the business, today's and later ones (product 6, /setup). */
export function TaxSection() {
  const t = useTranslations('setup.tax')
  const locale = useLocale()
  const format = useFormatter()
  const day = useDay()
  const [canSee, canSave] = [useMay('setup.tax'), useMay('setup.saveTax')]
  const query = useQuery({ queryKey: ['setup', 'tax'], queryFn: () => api.setup.tax(), enabled: canSee })
  if (!canSee) return null
  const words = ({ rateThousandths, reducedThousandths, isIncluded }: Terms) => {
    const rates = [rateThousandths, ...(reducedThousandths === null ? [] : [reducedThousandths])]
    return t(isIncluded ? 'within' : 'onTop', { rate: format.list(rates.map((rate) => taxRateText(rate, locale))) })
  }
  return (
    <section className={css['section']} aria-labelledby="tax">
      <h2 id="tax">{t('title')}</h2>
      {!query.data ? (
        <Unread query={query} rows={3} />
      ) : (
        <>
          <p>{t('today', { terms: words(query.data.now) })}</p>
          {query.data.later.map((terms) => (
            <p key={terms.validFrom}>{t('later', { day: day(terms.validFrom ?? ''), terms: words(terms) })}</p>
          ))}
          <p className={css['note']}>{t('text')}</p>
          {canSave && <TaxForm settings={query.data} />}
        </>
      )}
    </section>
  )
}
