import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { taxRateText } from '#lib/money.ts'
import { SelectField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import { api, useMay } from './ledger.client.ts'
import { isUntaxed, taxClasses, taxRateOf, type TaxClass, type TaxTerms } from './tax.rules.ts'

/** The tax settings; undefined while they load and for a role that may not see them. */
export function useTax() {
  const canSee = useMay('setup.tax')
  return useQuery({ queryKey: ['setup', 'tax'], queryFn: () => api.setup.tax(), enabled: canSee }).data
}

/** The name of a class on a document: its rate, or that it is not taxed. @param rate in thousandths of a percent */
export function useTaxName(): (taxClass: TaxClass, rate: number) => string {
  const t = useTranslations('setup.tax.untaxed')
  const locale = useLocale()
  return (taxClass, rate) => (isUntaxed(taxClass) ? t(taxClass) : taxRateText(rate, locale))
}

type Props = { field: FieldBinding<TaxClass>; rates: Omit<TaxTerms, 'isIncluded'> }

/** A choice of the class by which something is taxed; nothing for a business without tax. The reduced rate shows where there is one. */
export function TaxClassField({ field, rates }: Props) {
  const t = useTranslations('setup.tax')
  const locale = useLocale()
  if (rates.rateThousandths === 0 && field.value === 'standard') return null
  const shown = taxClasses.filter((one) => one !== 'reduced' || rates.reducedThousandths !== null || field.value === 'reduced')
  const options = shown.map((value) => ({
    value,
    label: t(`classes.${value}`, { rate: taxRateText(taxRateOf(rates, value), locale) }),
  }))
  return <SelectField field={asText(field)} label={t('class')} options={options} />
}

/** The field as the select has it, whose values are texts. */
const asText = ({ onChange, ...field }: Props['field']): FieldBinding<string> => ({
  ...field,
  onChange: (value) => onChange(taxClasses.find((one) => one === value) ?? field.value),
})
