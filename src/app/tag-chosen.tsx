import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { tagInput, type Customer } from '#directory/customers/customer.contract.ts'
import { pageLimit } from '#lib/calls.ts'
import { inChunks } from '#lib/chunks.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { api } from './app.client.ts'

/** Gives the chosen customers a tag, or takes it off them. @param onDone called once it was done */
export function TagChosen({ rows, onDone, onClose }: { rows: readonly Customer[]; onDone: () => void; onClose: () => void }) {
  const t = useTranslations('customers.tagging')
  const tags = useQuery({ queryKey: ['customers', 'tags'], queryFn: () => api.customers.tags() })
  const form = useForm({
    name: 'tag-chosen',
    initial: { tag: '', change: 'add' },
    schema: z.object({ tag: tagInput.shape.tag, change: z.string() }),
    async submit({ tag, change }) {
      let count = 0
      const ids = rows.map(({ id }) => id)
      try {
        for (const customers of inChunks(ids, pageLimit))
          count += (await api.customers.tagSeveral({ customers, tag, isOn: change === 'add' })).changed
      } finally {
        // Also where a later part was refused: those before it are changed.
        await changed('customers')
      }
      toastSuccess(t('done', { count }))
      onDone()
      onClose()
    },
  })
  return (
    <Dialog title={t('title', { count: rows.length })} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        <TextField field={form.field('tag')} label={t('tag')} maxLength={30} suggestions={tags.data ?? []} />
        <SelectField
          field={form.field('change')}
          label={t('what')}
          options={(['add', 'remove'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </DialogForm>
    </Dialog>
  )
}
