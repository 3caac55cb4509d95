import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { choiceOf } from '#lib/choices.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { trainerName } from '#lib/names.ts'
import { SelectField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import type { GivenRole } from './team.contract.ts'

/** The form values of a role and its trainer; '' until chosen. */
export type RoleValues = { role: GivenRole | ''; trainer: string }

/** The values as the rules check them: only the trainer role has a trainer. */
export const roleInputOf = ({ role, trainer }: RoleValues) => ({ role, trainer: role === 'trainer' && trainer ? trainer : null })

/** Fields for the role and, if it is the trainer role, for which of the business's trainers. */
export function RoleFields({
  role,
  trainer,
  given,
}: {
  role: FieldBinding<RoleValues['role']>
  trainer: FieldBinding<string>
  given: readonly GivenRole[]
}) {
  const t = useTranslations('team')
  const names = useTranslations('lib.roles')
  const { data: trainers } = useQuery(trainerOptionsQuery)
  return (
    <>
      <SelectField
        field={{ ...role, onChange: (value) => role.onChange(choiceOf(given, value)) }}
        label={t('role.label')}
        options={given.map((value) => ({ value, label: names(value) }))}
        placeholder={t('trainer.placeholder')}
      />
      {role.value === 'trainer' && (
        <SelectField
          field={trainer}
          label={t('trainer.label')}
          options={(trainers?.rows ?? []).map((row) => ({ value: row.id, label: trainerName(row) }))}
          placeholder={t('trainer.placeholder')}
        />
      )}
    </>
  )
}
