import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './finance.client.ts'
import { changed } from '#web/changed.ts'
import { text } from '#lib/fields.ts'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'

type Props = {
  /** YYYY-MM. */
  month: string
  onClose: () => void
}

const useName = (month: string) => useDay({ month: 'long', year: 'numeric' })(`${month}-01`)

/** Closes a month that is over, after explaining what that means. */
export function CloseMonth({ month, onClose }: Props) {
  const t = useTranslations('finance.closing')
  const name = useName(month)
  const failed = useFailed()
  const close = async () => {
    onClose()
    try {
      await api.finance.close({ month })
      await changed('finance')
      toastSuccess(t('closed', { month: name }))
    } catch (error) {
      failed(error)
    }
  }
  return (
    <ConfirmDialog
      title={t('title', { month: name })}
      text={t('text')}
      yes={t('yes')}
      no={t('no')}
      onYes={() => void close()}
      onNo={onClose}
    />
  )
}

const reasonGiven = z.strictObject({ reason: text({ required: 'finance.reason.required', max: 200, long: 'finance.reason.long' }) })

/** Reopens a closed month, with a reason that is stored in the audit report. */
export function ReopenMonth({ month, onClose }: Props) {
  const t = useTranslations('finance.closing')
  const name = useName(month)
  const form = useForm({
    name: 'reopen',
    initial: { reason: '' },
    schema: reasonGiven,
    async submit({ reason }) {
      await api.finance.reopen({ month, reason })
      await changed('finance')
      toastSuccess(t('reopened', { month: name }))
      onClose()
    },
  })
  return (
    <Dialog title={t('reopenTitle', { month: name })} onClose={onClose}>
      <DialogForm form={form} save={t('reopen')} back={t('no')} onClose={onClose}>
        <p>{t('reopenText')}</p>
        <TextField field={form.field('reason')} label={t('reason')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
