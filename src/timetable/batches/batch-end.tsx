import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './batches.client.ts'
import { changed } from '#web/changed.ts'
import { text } from '#lib/fields.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import type { Batch } from './batch.contract.ts'

const cancelForm = z.strictObject({
  reason: text({ required: 'sessions.reason.required', max: 200, long: 'sessions.reason.long' }),
  tell: z.boolean(),
})

function CancelBatch({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations('batches.end')
  const words = useTranslations('sessions')
  const [version, track] = useVersion(batch)
  const form = useForm({
    name: 'cancel-batch',
    initial: { reason: '', tell: true },
    schema: cancelForm,
    async submit(values) {
      if (!effects.check()) return
      await effects.decide((decision) => track(() => api.batches.cancel({ ...values, id: batch.id, version, decision })))
      await changed('batches')
      toastSuccess(t('cancelled', { name: batch.name }))
      onClose()
    },
  })
  const effects = useActEffects(['batchCancel', batch.id], () => api.batches.effects({ id: batch.id, act: 'batchCancel' }))
  return (
    <Dialog title={t('cancelTitle', { name: batch.name })} onClose={onClose}>
      <p>{t('cancelText', { count: batch.enrolled + batch.waitlisted })}</p>
      <DialogForm form={waiting(form, effects)} save={t('cancel')} look="danger" back={words('back')} onClose={onClose}>
        <TextField field={form.field('reason')} label={words('reason.label')} hint={words('reason.hint')} />
        <CheckField field={form.field('tell')} label={words('tell')} />
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** Completes a batch that has done its work. */
function CompleteBatch({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations('batches.end')
  const words = useTranslations('sessions')
  const [version, track] = useVersion(batch)
  const form = useForm({
    name: 'complete-batch',
    initial: {},
    schema: z.strictObject({}),
    async submit() {
      if (!effects.check()) return
      await effects.decide((decision) => track(() => api.batches.complete({ id: batch.id, version, decision })))
      await changed('batches')
      toastSuccess(t('completed', { name: batch.name }))
      onClose()
    },
  })
  const effects = useActEffects(['batchComplete', batch.id], () => api.batches.effects({ id: batch.id, act: 'batchComplete' }))
  return (
    <Dialog title={t('completeTitle', { name: batch.name })} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('complete')} back={words('back')} onClose={onClose}>
        <p>{t('completeText')}</p>
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** The two ways to end an open batch for good: cancel it for a reason, or complete it. */
export function BatchEnd({ batch }: { batch: Batch }) {
  const t = useTranslations('batches.end')
  const [open, setOpen] = useState<'cancel' | 'complete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ChangeButton look="quiet" onClick={() => setOpen('cancel')}>
        {t('cancel')}
      </ChangeButton>
      <ChangeButton look="quiet" onClick={() => setOpen('complete')}>
        {t('complete')}
      </ChangeButton>
      {open === 'cancel' && <CancelBatch batch={batch} onClose={close} />}
      {open === 'complete' && <CompleteBatch batch={batch} onClose={close} />}
    </>
  )
}
