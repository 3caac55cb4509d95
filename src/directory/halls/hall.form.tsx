import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './halls.client.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { EntityForm, Pair } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { audiences, hallInput, type Hall } from './hall.contract.ts'

type Values = { title: string; size: number | string; totalCandidates: number | string; audience: string; state: string }

const valuesOf = (row: Hall | null): Values => ({
  title: row?.title ?? '',
  size: row?.size ?? '',
  totalCandidates: row?.totalCandidates ?? '',
  audience: row?.audience ?? 'mixed',
  state: row?.state === 'maintenance' ? 'maintenance' : 'active',
})

/** The room form of spec 5, which creates halls (product 2.10). */
export function HallForm({ row }: { row: Hall | null }) {
  const t = useTranslations('halls')
  const navigate = useNavigate()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'hall',
    initial: valuesOf(row),
    schema: hallInput,
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const fields = hallInput.parse(values)
      await track(() => (version > 0 ? api.halls.update({ ...fields, id, version }) : api.halls.create({ ...fields, id })))
      await changed('halls')
      toastSuccess(t('saved'))
      setTimeout(() => void navigate({ to: '/services', search: { tab: 'halls' } }))
    },
  })
  return (
    <EntityForm form={form}>
      <TextField field={form.field('title')} label={t('title.label')} />
      <Pair>
        <NumberField field={form.field('size')} label={t('size.label')} unit={t('size.unit')} />
        <NumberField field={form.field('totalCandidates')} label={t('totalCandidates.label')} />
      </Pair>
      <Pair>
        <SelectField
          field={form.field('audience')}
          label={t('audience.label')}
          options={audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
        />
        <SelectField
          field={form.field('state')}
          label={t('state.label')}
          options={(['active', 'maintenance'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
        />
      </Pair>
    </EntityForm>
  )
}
