import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './customers.client.ts'
import { recordOf } from '#lib/choices.ts'
import { languages } from '#lib/manner.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { TextareaField } from '#ui/inputs.tsx'
import { currentLanguage } from '#ui/preferences.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { CarePart, type CareValues } from './care-part.tsx'
import { careFields } from './care.rules.ts'
import { CompanyPart } from './company-part.tsx'
import { companyFields, type Company } from './company.rules.ts'
import { customerForm, customerInput, genders, customerSources, type Customer } from './customer.contract.ts'

type Values = Record<
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'dob'
  | 'gender'
  | 'guardianName'
  | 'guardianPhone'
  | keyof CareValues
  | 'source'
  | 'language'
  | 'tags'
  | 'notes'
  | 'nickname'
  | keyof Company,
  string
> & { consentMarketing: boolean; showInRankings: boolean }

const valuesOf = (row: Customer | null, language: string): Values => ({
  firstName: row?.firstName ?? '',
  lastName: row?.lastName ?? '',
  phone: row?.phone ?? '',
  email: row?.email ?? '',
  dob: row?.dob ?? '',
  gender: row?.gender ?? '',
  guardianName: row?.guardianName ?? '',
  guardianPhone: row?.guardianPhone ?? '',
  ...recordOf(careFields, (name) => row?.[name] ?? ''),
  photoConsent: row?.photoConsent ?? 'notAsked',
  source: row?.source ?? 'walkIn',
  language: row?.language ?? language,
  tags: row?.tags.join(', ') ?? '',
  notes: row?.notes ?? '',
  nickname: row?.nickname ?? '',
  consentMarketing: row?.consentMarketing ?? false,
  showInRankings: row?.showInRankings ?? true,
  ...recordOf(companyFields, (name) => row?.[name] ?? ''),
})

/** The form values as call input: tags split at commas of either script, no birthday as null. */
const inputOf = (values: Values) => ({
  ...values,
  dob: values.dob || null,
  tags: values.tags
    .split(/[,،;]/)
    .map((tag) => tag.trim())
    .filter(Boolean),
})

/** The customer form, for adding and editing. */
export function CustomerForm({ row }: { row: Customer | null }) {
  const t = useTranslations('customers')
  const navigate = useNavigate()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'customer',
    initial: valuesOf(row, currentLanguage()),
    schema: customerForm,
    input: inputOf,
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const fields = customerInput.parse(inputOf(values))
      await track(() => (version > 0 ? api.customers.update({ ...fields, id, version }) : api.customers.create({ ...fields, id })))
      await changed('customers')
      toastSuccess(t('saved'))
      setTimeout(() => void navigate({ to: '/sales/customer', search: { id: row?.id ?? id } }))
    },
  })
  return (
    <EntityForm form={form}>
      <Group title={t('groups.person')}>
        <Pair>
          <TextField field={form.field('firstName')} label={t('firstName.label')} maxLength={40} />
          <TextField field={form.field('lastName')} label={t('lastName.label')} maxLength={40} />
        </Pair>
        <Pair>
          <DateField field={form.field('dob')} label={t('dob.label')} />
          <SelectField
            field={form.field('gender')}
            label={t('gender.label')}
            options={genders.map((value) => ({ value, label: t(`gender.${value || 'none'}`) }))}
          />
        </Pair>
      </Group>
      <Group title={t('groups.contact')}>
        <Pair>
          <TextField field={form.field('phone')} label={t('phone.label')} type="tel" dir="ltr" maxLength={30} />
          <TextField field={form.field('email')} label={t('email.label')} type="email" dir="ltr" maxLength={254} />
        </Pair>
        <SelectField
          field={form.field('language')}
          label={t('language.label')}
          options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <CheckField field={form.field('consentMarketing')} label={t('consentMarketing')} />
      </Group>
      <Group title={t('groups.guardian')}>
        <Pair>
          <TextField field={form.field('guardianName')} label={t('guardianName.label')} maxLength={80} />
          <TextField field={form.field('guardianPhone')} label={t('guardianPhone.label')} type="tel" dir="ltr" maxLength={30} />
        </Pair>
      </Group>
      <CarePart values={form.values} field={form.field} set={form.set} />
      <CompanyPart values={form.values} field={form.field} set={form.set} />
      <Group title={t('groups.more')}>
        <Pair>
          <SelectField
            field={form.field('source')}
            label={t('source.label')}
            options={customerSources.map((value) => ({ value, label: t(`sources.${value}`) }))}
          />
          <TextField field={form.field('tags')} label={t('tags.label')} hint={t('tags.hint')} maxLength={340} />
        </Pair>
        <TextField field={form.field('nickname')} label={t('nickname.label')} hint={t('nickname.hint')} maxLength={40} />
        <CheckField field={form.field('showInRankings')} label={t('showInRankings')} />
        <TextareaField field={form.field('notes')} label={t('notes.label')} max={2000} />
      </Group>
    </EntityForm>
  )
}
