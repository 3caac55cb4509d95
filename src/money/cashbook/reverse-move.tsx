import { useTranslations } from 'use-intl'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { api } from './cashbook.client.ts'
import { reverseMoveInput } from './cashbook.contract.ts'

/** Reverses a move that was entered by hand, for a reason. */
export function ReverseMove({ move: { id, version }, onClose }: { move: { id: string; version: number }; onClose: () => void }) {
  const t = useTranslations('cashbook')
  const form = useForm({
    name: 'reverse-move',
    initial: { reason: '' },
    schema: reverseMoveInput,
    input: (values) => ({ ...values, id, version }),
    async submit({ reason }) {
      await api.cashbook.reverse({ id, version, reason })
      await changed('cashbook')
      toastSuccess(t('reverse.done'))
      onClose()
    },
  })
  return (
    <Dialog title={t('reverse.title')} onClose={onClose}>
      <DialogForm form={form} save={t('reverse.open')} look="danger" back={t('back')} onClose={onClose}>
        <p>{t('reverse.text')}</p>
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
