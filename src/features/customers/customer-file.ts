import { useTranslations } from 'use-intl'
import type { Column } from '#ui/list.tsx'
import type { Customer } from './customer.contract.ts'

/** The form's fields as columns of the file, in its order; what the reader's role may not see is empty. */
export function useCustomerFile(): Column<Customer>[] {
  const t = useTranslations('customers')
  const files = useTranslations('ui.files')
  const column = (key: string, label: string, csv: (row: Customer) => string) => ({ key: `file-${key}`, label, csv })
  const yesNo = (value: boolean) => files(value ? 'yes' : 'no')
  return [
    ...(['firstName', 'lastName', 'phone', 'email'] as const).map((key) => column(key, t(`${key}.label`), (row) => row[key])),
    column('dob', t('dob.label'), (row) => row.dob ?? ''),
    column('gender', t('gender.label'), (row) => (row.gender ? t(`gender.${row.gender}`) : '')),
    ...(['guardianName', 'guardianPhone'] as const).map((key) => column(key, t(`${key}.label`), (row) => row[key])),
    column('source', t('source.label'), (row) => t(`sources.${row.source}`)),
    column('language', t('language.label'), (row) => t(`language.${row.language}`)),
    column('tags', t('tags.label'), (row) => row.tags.join(', ')),
    ...(['notes', 'nickname'] as const).map((key) => column(key, t(`${key}.label`), (row) => row[key])),
    column('consentMarketing', t('consentMarketing'), (row) => yesNo(row.consentMarketing)),
    column('showInRankings', t('showInRankings'), (row) => yesNo(row.showInRankings)),
  ]
}
