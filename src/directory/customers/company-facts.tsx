import { useLocale, useTranslations } from 'use-intl'
import { languageFacts } from '#lib/manner.ts'
import { Facts } from '#ui/facts.tsx'
import { addressLines, type Company } from './company.rules.ts'

/** The name of a country in the reader's language; '' for none. */
export function useCountryName(): (country: string) => string {
  const locale = useLocale()
  return (country) => (country === '' ? '' : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country))
}

/** The company that a customer's bills go to, its billing address and its tax number; nothing for a person. */
export function CompanyFacts({ company }: { company: Company }) {
  const t = useTranslations('customers')
  const { comma } = languageFacts(useLocale())
  const countryName = useCountryName()
  if (company.companyName === '') return null
  const facts = [
    { name: t('companyName.label'), value: company.companyName },
    { name: t('company.address'), value: [...addressLines(company), countryName(company.billingCountry)].filter(Boolean).join(comma) },
    { name: t('taxNumber.label'), value: company.taxNumber && <bdi className="ltr">{company.taxNumber}</bdi> },
  ]
  return <Facts label={t('groups.company')} facts={facts.filter(({ value }) => value !== '')} />
}
