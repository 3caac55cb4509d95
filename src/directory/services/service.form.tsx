import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './services.client.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { TaxClassField, useTax } from '#business/ledger/tax-class-field.tsx'
import type { TaxClass } from '#business/ledger/tax.rules.ts'
import { EntityForm } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { ImageField, TextareaField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { useServiceTypes } from './service-names.ts'
import { serviceInput, type Service } from './service.contract.ts'

const schema = z.object({ ...serviceInput.shape, cover: imageValue() })
type Values = { service: string; cover: ImageValue; descriptionEn: string; descriptionAr: string; state: string; taxClass: TaxClass }

const valuesOf = (row: Service | null): Values => ({
  service: row?.service ?? '',
  cover: row?.cover ?? '',
  descriptionEn: row?.descriptionEn ?? '',
  descriptionAr: row?.descriptionAr ?? '',
  state: row?.state === 'draft' ? 'draft' : 'published',
  taxClass: row?.taxClass ?? 'standard',
})

/** The service form of spec 5, for adding and editing. */
export function ServiceForm({ row }: { row: Service | null }) {
  const t = useTranslations('services')
  const navigate = useNavigate()
  const { types, nameOf } = useServiceTypes()
  const tax = useTax()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'service',
    initial: valuesOf(row),
    schema,
    rename: { file: 'cover' },
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const fields = {
        ...values,
        cover: await uploadedImage(values.cover, 'cover'),
        state: values.state === 'draft' ? ('draft' as const) : ('published' as const),
      }
      await track(() => (version > 0 ? api.services.update({ ...fields, id, version }) : api.services.create({ ...fields, id })))
      await changed('services')
      toastSuccess(t('saved'))
      // Wait until the form counts as clean, so that its guard does not block.
      setTimeout(() => void navigate({ to: '/services' }))
    },
  })
  const options = types.map(({ id: value }) => ({ value, label: nameOf(value) })).toSorted((a, b) => a.label.localeCompare(b.label))
  const { service, descriptionEn } = form.values
  const example =
    service !== '' && descriptionEn === ''
      ? { label: t('example'), use: () => form.set({ descriptionEn: t('descriptionEn.sample', { service: nameOf(service) }) }) }
      : undefined
  return (
    <EntityForm form={form}>
      <SelectField field={form.field('service')} label={t('service.label')} options={options} placeholder={t('service.placeholder')} />
      <ImageField field={form.field('cover')} label={t('cover.label')} purpose="cover" />
      <TextareaField field={form.field('descriptionEn')} label={t('descriptionEn.label')} max={200} offer={example} />
      <TextareaField field={form.field('descriptionAr')} label={t('descriptionAr.label')} max={200} dir="rtl" />
      <SelectField
        field={form.field('state')}
        label={t('state.label')}
        options={(['published', 'draft'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {tax && <TaxClassField field={form.field('taxClass')} rates={tax.now} />}
    </EntityForm>
  )
}
