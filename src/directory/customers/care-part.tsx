import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Group, Pair } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { TextareaField } from '#ui/inputs.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import { emergencyFields, medicalLength, photoConsents, type careFields } from './care.rules.ts'
import css from './care-part.module.css'

/** What the form knows of care: texts, with the answer about photos. */
export type CareValues = Record<(typeof careFields)[number] | 'photoConsent', string>

type Props = {
  values: CareValues & { guardianName: string; guardianPhone: string }
  field: (name: keyof CareValues) => FieldBinding<string>
  set: (some: Partial<CareValues>) => void
}

/** The part of the customer form about whom to call in an emergency, what to mind, and photos. */
export function CarePart({ values, field, set }: Props) {
  const t = useTranslations('customers')
  // Most often it is the guardian who is called.
  const offersGuardian = values.guardianPhone !== '' && emergencyFields.every((name) => values[name] === '')
  return (
    <Group title={t('groups.care')}>
      <p className={css['note']}>{t('care.note')}</p>
      {offersGuardian && (
        <div>
          <Button onClick={() => set({ emergencyName: values.guardianName, emergencyPhone: values.guardianPhone })}>
            {t('care.guardian')}
          </Button>
        </div>
      )}
      <Pair>
        <TextField field={field('emergencyName')} label={t('emergencyName.label')} maxLength={80} autoComplete="off" />
        <TextField
          field={field('emergencyRelation')}
          label={t('emergencyRelation.label')}
          hint={t('emergencyRelation.hint')}
          maxLength={40}
          autoComplete="off"
        />
      </Pair>
      <Pair>
        <TextField
          field={field('emergencyPhone')}
          label={t('emergencyPhone.label')}
          type="tel"
          dir="ltr"
          maxLength={30}
          autoComplete="off"
        />
        <SelectField
          field={field('photoConsent')}
          label={t('photoConsent.label')}
          options={photoConsents.map((value) => ({ value, label: t(`photoConsent.${value}`) }))}
        />
      </Pair>
      <TextareaField field={field('medicalNote')} label={t('medicalNote.label')} max={medicalLength} />
    </Group>
  )
}
