import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './team.client.ts'
import { languageOf, languages, type Language } from '#lib/manner.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useLanguage } from '#ui/use-language.ts'
import { RoleFields, roleInputOf, type RoleValues } from './role-fields.tsx'
import { inviteForm, type GivenRole } from './team.contract.ts'

type Values = RoleValues & { email: string; language: Language }

/** Invites someone by mail: the address, the role, and the language of the mail. */
export function InviteForm({ given, onClose }: { given: readonly GivenRole[]; onClose: () => void }) {
  const t = useTranslations('team.members')
  const account = useTranslations('accounts')
  const languageName = useTranslations('customers.language')
  const language = useLanguage()
  const { confirmed, dialog } = useStepUp()
  const [id] = useState(() => crypto.randomUUID())
  const initial: Values = { email: '', role: '', trainer: '', language }
  const input = ({ email, language: reader, ...role }: Values) => ({ email, language: reader, ...roleInputOf(role) })
  const form = useForm({
    name: 'invite',
    initial,
    schema: inviteForm,
    input,
    async submit(values) {
      const invited = await confirmed(() => api.team.invite({ ...inviteForm.parse(input(values)), id }))
      if (invited === null) return
      await changed('team')
      toastSuccess(t('done.invite', { name: invited.email }))
      onClose()
    },
  })
  return (
    <>
      <Dialog title={t('inviteForm.title')} onClose={onClose}>
        <DialogForm form={form} save={t('inviteForm.send')} back={t('inviteForm.back')} onClose={onClose}>
          <TextField field={form.field('email')} label={account('email.label')} type="email" inputMode="email" maxLength={254} dir="ltr" />
          <RoleFields role={form.field('role')} trainer={form.field('trainer')} given={given} />
          <SelectField
            field={{ ...form.field('language'), onChange: (value) => form.set({ language: languageOf(value) }) }}
            label={t('inviteForm.language')}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
          />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
