import type { Names } from './names.ts'

/** The screens of a room, by path. */
export const screenFiles = ({ room, path, one, Type, words }: Names): Record<string, string> => ({
  [`src/directory/${room}/${room}.client.ts`]: `
import { clientOf } from '#web/client.ts'
import type { ${one}Contract } from './${one}.contract.ts'

/** The calls that screens of ${words} make, and what the member's role may. */
export const { api, useMay } = clientOf<{ ${room}: typeof ${one}Contract }>()
`,

  [`src/directory/${room}/${room}.page.tsx`]: `
import { useTranslations } from 'use-intl'
import { Page } from '#ui/page.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { ${Type}List } from './${one}.list.tsx'
import { useMay } from './${room}.client.ts'

/** /${path}: the list. */
export default function ${Type}Page() {
  const t = useTranslations('${room}')
  const canAdd = useMay('${room}.create')
  return (
    <Page title={t('list')} actions={canAdd && <AddLink to="/${path}/add">{t('add')}</AddLink>}>
      <${Type}List />
    </Page>
  )
}
`,

  [`src/directory/${room}/${one}-form.page.tsx`]: `
import { useTranslations } from 'use-intl'
import { FormPage } from '#ui/form-page.tsx'
import { ${Type}Form } from './${one}.form.tsx'
import { api } from './${room}.client.ts'

/** /${path}/add and /${path}/edit?id=…: the form. */
export default function ${Type}FormPage() {
  const t = useTranslations('${room}')
  return (
    <FormPage entity="${room}" titles={{ add: t('new'), edit: t('edit') }} read={(id) => api.${room}.get({ id })}>
      {(row) => <${Type}Form row={row} />}
    </FormPage>
  )
}
`,

  [`src/directory/${room}/${one}.list.tsx`]: `
import { useFormatter, useTranslations } from 'use-intl'
import { changed } from '#web/changed.ts'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { ${one}States, type ${Type} } from './${one}.contract.ts'
import { api, useMay } from './${room}.client.ts'

/** The ${words} of the business by title and state. */
export function ${Type}List() {
  const t = useTranslations('${room}')
  const format = useFormatter()
  const [canAdd, canEdit, canArchive] = [useMay('${room}.create'), useMay('${room}.update'), useMay('${room}.archive')]
  const list = useListQuery({ entity: '${room}', filters: { state: 'current' }, read: api.${room}.list })
  return (
    <List<${Type}>
      {...list}
      caption={t('list')}
      exportName="${room}"
      href={({ id }) => (canEdit ? { to: '/${path}/edit', search: { id } } : null)}
      empty={{ title: t('empty.title'), text: t('empty.text'), action: canAdd && <AddLink to="/${path}/add">{t('add')}</AddLink> }}
      filters={[
        {
          name: 'state',
          label: t('state'),
          fallback: 'current',
          options: (['current', ...${one}States] as const).map((value) => ({ value, label: t(\`states.\${value}\`) })),
        },
      ]}
      rowActions={
        canArchive
          ? (row) => (
              <ArchiveAction
                row={row}
                calls={api.${room}}
                name={row.title}
                messages={{ archived: t('archived', { name: row.title }), restored: t('restored', { name: row.title }) }}
                onChanged={() => changed('${room}')}
              />
            )
          : undefined
      }
      columns={[
        { key: 'title', label: t('title.label'), sort: 'title', csv: ({ title }) => title, cell: ({ title }) => title },
        {
          key: 'quantity',
          label: t('quantity.label'),
          sort: 'quantity',
          isNumber: true,
          csv: ({ quantity }) => quantity,
          cell: ({ quantity }) => format.number(quantity),
        },
        {
          key: 'state',
          label: t('state'),
          csv: ({ state }) => t(\`states.\${state}\`),
          cell: ({ state }) => <Status tone={state === 'active' ? 'good' : 'plain'}>{t(\`states.\${state}\`)}</Status>,
        },
      ]}
    />
  )
}
`,

  [`src/directory/${room}/${one}.form.tsx`]: `
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { EntityForm } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { ${one}Input, type ${Type} } from './${one}.contract.ts'
import { api } from './${room}.client.ts'

/** What the fields hold: a number is typed as text. */
const valuesOf = (row: ${Type} | null): { title: string; quantity: number | string } => ({
  title: row?.title ?? '',
  quantity: row?.quantity ?? '',
})

/** Makes a record, or changes the one of the row. */
export function ${Type}Form({ row }: { row: ${Type} | null }) {
  const t = useTranslations('${room}')
  const navigate = useNavigate()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: '${one}',
    initial: valuesOf(row),
    schema: ${one}Input,
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const fields = ${one}Input.parse(values)
      await track(() => (version > 0 ? api.${room}.update({ ...fields, id, version }) : api.${room}.create({ ...fields, id })))
      await changed('${room}')
      toastSuccess(t('saved'))
      setTimeout(() => void navigate({ to: '/${path}' }))
    },
  })
  return (
    <EntityForm form={form}>
      <TextField field={form.field('title')} label={t('title.label')} />
      <NumberField field={form.field('quantity')} label={t('quantity.label')} />
    </EntityForm>
  )
}
`,
})
