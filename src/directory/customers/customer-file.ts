import { useTranslations } from 'use-intl'
import { phoneCell } from '#lib/csv-cells.ts'
import type { Column } from '#ui/lists/list.tsx'
import { companyFields } from './company.rules.ts'
import type { Customer } from './customer.contract.ts'

/** The form's fields as file columns, in form order, without the medical note; fields that the reader's role may not see are empty. */
export function useCustomerFile(): Column<Customer>[] {
  const t = useTranslations('customers')
  const files = useTranslations('lists.files')
  const column = (key: string, label: string, csv: (row: Customer) => string) => ({ key: `file-${key}`, label, csv })
  const yesNo = (value: boolean) => files(value ? 'yes' : 'no')
  return [
    ...(['firstName', 'lastName'] as const).map((key) => column(key, t(`${key}.label`), (row) => row[key])),
    column('phone', t('phone.label'), (row) => phoneCell(row.phone)),
    column('email', t('email.label'), (row) => row.email),
    column('dob', t('dob.label'), (row) => row.dob ?? ''),
    column('gender', t('gender.label'), (row) => (row.gender ? t(`gender.${row.gender}`) : '')),
    column('guardianName', t('guardianName.label'), (row) => row.guardianName),
    column('guardianPhone', t('guardianPhone.label'), (row) => phoneCell(row.guardianPhone)),
    column('emergencyName', t('emergencyName.label'), (row) => row.emergencyName ?? ''),
    column('emergencyPhone', t('emergencyPhone.label'), (row) => phoneCell(row.emergencyPhone ?? '')),
    column('emergencyRelation', t('emergencyRelation.label'), (row) => row.emergencyRelation ?? ''),
    column('photoConsent', t('photoConsent.label'), (row) => t(`photoConsent.${row.photoConsent}`)),
    column('source', t('source.label'), (row) => t(`sources.${row.source}`)),
    column('language', t('language.label'), (row) => t(`language.${row.language}`)),
    column('tags', t('tags.label'), (row) => row.tags.join(', ')),
    ...(['notes', 'nickname'] as const).map((key) => column(key, t(`${key}.label`), (row) => row[key])),
    column('consentMarketing', t('consentMarketing'), (row) => yesNo(row.consentMarketing)),
    column('showInRankings', t('showInRankings'), (row) => yesNo(row.showInRankings)),
    ...companyFields.map((key) => column(key, t(`${key}.label`), (row) => row[key])),
  ]
}
