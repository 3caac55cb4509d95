import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './sessions.client.ts'
import { choiceOf } from '#lib/choices.ts'
import { changed } from '#web/changed.ts'
import { text } from '#lib/fields.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { useScopes } from './use-scopes.ts'
import { sessionScopes, type Session } from './session.contract.ts'

const form = z.object({ reason: text({ required: 'sessions.reason.required', max: 200, long: 'sessions.reason.long' }) })

/** Cancels a session, or also the following or all sessions of its batch, for a reason that customers may read. */
export function CancelSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('sessions')
  const options = useScopes()
  const [version, track] = useVersion(session)
  const own = useForm({
    name: 'cancel-session',
    initial: { reason: '', scope: 'this', tell: true },
    schema: form,
    async submit({ reason, scope, tell: shouldNotify }) {
      if (!effects.check()) return
      const input = { id: session.id, version, reason, scope: choiceOf(sessionScopes, scope), tell: shouldNotify }
      await effects.decide((decision) => track(() => api.sessions.cancel({ ...input, decision })))
      await changed('sessions')
      toastSuccess(t('cancel.done'))
      onClose()
    },
  })
  const { scope } = own.values
  const effects = useActEffects(['sessionCancel', session.id, scope], () =>
    api.sessions.effects({ id: session.id, scope: choiceOf(sessionScopes, scope) }),
  )
  return (
    <Dialog title={t('cancel.title')} onClose={onClose}>
      <DialogForm form={waiting(own, effects)} save={t('cancel.confirm')} look="danger" back={t('back')} onClose={onClose}>
        <SelectField field={own.field('scope')} label={t('scope.label')} options={options} />
        <TextField field={own.field('reason')} label={t('reason.label')} hint={t('reason.hint')} maxLength={200} />
        <CheckField field={own.field('tell')} label={t('tell')} />
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}
