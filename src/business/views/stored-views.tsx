import { useTranslations } from 'use-intl'
import type { ComponentProps } from 'react'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { setOwnViews, type OwnViewCalls } from '#ui/lists/own-views.ts'
import { useForm } from '#ui/use-form.ts'
import { viewInput } from './view.contract.ts'
import { api } from './views.client.ts'

/** Asks for the name of a view. */
function SaveView({ list, query, names, onSave, onClose }: ComponentProps<OwnViewCalls['SaveView']>) {
  const t = useTranslations('views')
  const form = useForm({
    name: 'view',
    initial: { list, name: '', query },
    schema: viewInput,
    async submit({ name }) {
      await onSave({ list, query, name: name.trim() })
      onClose()
    },
  })
  const isKnown = names.includes(form.values.name.trim())
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={form} isFree save={t('save')} back={t('back')} onClose={onClose}>
        <TextField field={form.field('name')} label={t('name.label')} maxLength={40} hint={isKnown ? t('replaces') : undefined} />
      </DialogForm>
    </Dialog>
  )
}

setOwnViews({
  count: (views) => api.views.counts({ views }),
  read: () => api.views.list(),
  save: (view) => api.views.save(view),
  remove: (view) => api.views.remove(view),
  SaveView,
})
