import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './sessions.client.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import type { Session } from './session.contract.ts'

/** The question before something cancelled takes place after all. */
export const notifyForm = z.strictObject({ tell: z.boolean() })

/** Restores a cancelled session, and mails that to anyone who was mailed its cancellation. */
export function RestoreSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('sessions')
  const [version, track] = useVersion(session)
  const form = useForm({
    name: 'restore-session',
    initial: { tell: true },
    schema: notifyForm,
    async submit({ tell: shouldNotify }) {
      await track(() => api.sessions.restore({ id: session.id, version, tell: shouldNotify }))
      await changed('sessions')
      toastSuccess(t('restore.done'))
      onClose()
    },
  })
  return (
    <Dialog title={t('restore.title')} onClose={onClose}>
      <p>{t('restore.text')}</p>
      <DialogForm form={form} save={t('restore.open')} back={t('back')} onClose={onClose}>
        <CheckField field={form.field('tell')} label={t('notifyAgain')} />
      </DialogForm>
    </Dialog>
  )
}
