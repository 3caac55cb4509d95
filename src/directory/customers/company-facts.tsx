import { useLocale, useTranslations } from 'use-intl'
import css from './company-facts.module.css'
import { addressLines, type Company } from './company.rules.ts'

/** The name of a country in the reader's language; '' for none. */
export function useCountryName(): (country: string) => string {
  const locale = useLocale()
  return (country) => (country === '' ? '' : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country))
}

/** The company that a customer's bills go to: its name, its postal address and its tax number. */
export function CompanyFacts({ company }: { company: Company }) {
  const t = useTranslations('customers.taxNumber')
  const countryName = useCountryName()
  const lines = [...addressLines(company), countryName(company.billingCountry)].filter(Boolean)
  return (
    <div className={css['company']}>
      <bdi>{company.companyName}</bdi>
      {lines.map((line) => (
        <small key={line} dir="auto">
          {line}
        </small>
      ))}
      {company.taxNumber && (
        <small>
          {t('label')} <bdi>{company.taxNumber}</bdi>
        </small>
      )}
    </div>
  )
}
