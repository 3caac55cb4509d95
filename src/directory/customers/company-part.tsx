import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCountries } from '#business/accounts/countries.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { Pair } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './company-part.module.css'
import { companyFields, type Company } from './company.rules.ts'

type Props = {
  values: Company
  field: (name: keyof Company) => FieldBinding<string>
  set: (some: Partial<Company>) => void
}

/** The fields of the company; its country is at first the business's own, as most companies' is. */
function CompanyFieldset({ values, field, set }: Props) {
  const t = useTranslations('customers')
  const countries = useCountries()
  const { data: progress } = useQuery(progressQuery)
  const name = field('companyName')
  const named: FieldBinding<string> = {
    ...name,
    onChange(value) {
      name.onChange(value)
      if (values.companyName === '' && values.billingCountry === '') set({ billingCountry: progress?.country.id ?? '' })
    },
  }
  return (
    <div className={css['fields']}>
      <p className={css['note']}>{t('company.note')}</p>
      <TextField field={named} label={t('companyName.label')} maxLength={120} autoComplete="off" />
      <TextField field={field('billingStreet')} label={t('billingStreet.label')} maxLength={120} autoComplete="off" />
      <Pair>
        <TextField field={field('billingCity')} label={t('billingCity.label')} maxLength={60} autoComplete="off" />
        <TextField field={field('billingPostcode')} label={t('billingPostcode.label')} maxLength={20} autoComplete="off" />
      </Pair>
      <Pair>
        <SelectField
          field={field('billingCountry')}
          label={t('billingCountry.label')}
          options={countries}
          placeholder={t('billingCountry.none')}
        />
        <TextField
          field={field('taxNumber')}
          label={t('taxNumber.label')}
          hint={t('taxNumber.hint')}
          dir="ltr"
          maxLength={30}
          autoComplete="off"
        />
      </Pair>
    </div>
  )
}

/** The part of the customer form about the company that pays: folded for a person, open where a company is named or refused. */
export function CompanyPart(props: Props) {
  const t = useTranslations('customers.groups')
  const { values, field } = props
  const [isOpen, setOpen] = useState(values.companyName !== '')
  const isShown = isOpen || companyFields.some((name) => field(name).error !== undefined)
  return (
    <details className={css['part']} open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('company')}</h2>
      </summary>
      {isShown && <CompanyFieldset {...props} />}
    </details>
  )
}
