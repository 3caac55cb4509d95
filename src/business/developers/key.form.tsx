import { useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { useToday } from '#business/setup/here.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useForm } from '#ui/use-form.ts'
import { ChecksField } from './checks-field.tsx'
import css from './developers.module.css'
import { keyInput, keyScopes, type KeyScope } from './key.contract.ts'

type Values = { name: string; scopes: string[]; expiresOn: string }
const inputOf = (values: Values) => ({ ...values, expiresOn: values.expiresOn || null })

/** A new key: its name, scopes and last day. @param onMade receives the key itself, which can't be read again */
export function KeyForm({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const t = useTranslations('developers')
  const scopeText = useOpenTexts('developers.scopes')
  const today = useToday()
  const { confirmed, dialog } = useStepUp()
  const initial: Values = { name: '', scopes: [], expiresOn: '' }
  const form = useForm({
    name: 'api-key',
    initial,
    schema: keyInput,
    input: inputOf,
    async submit(values) {
      const created = await confirmed(() => api.keys.create(keyInput.parse(inputOf(values))))
      if (created === null) return
      await changed('keys')
      onMade(created.secret)
    },
  })
  const words = (scope: KeyScope) => (
    <>
      {scopeText(scope.replace(':', '-'))} <code className={`${css['code']} ${css['note']} ltr`}>{scope}</code>
    </>
  )
  return (
    <>
      <Dialog title={t('keys.add')} onClose={onClose}>
        <DialogForm form={form} save={t('keys.make')} back={t('back')} onClose={onClose}>
          <TextField field={form.field('name')} label={t('keys.name.label')} hint={t('keys.name.hint')} maxLength={60} />
          <ChecksField
            field={form.field('scopes')}
            label={t('keys.scopes.label')}
            options={keyScopes.map((value) => ({ value, label: words(value) }))}
          />
          <DateField field={form.field('expiresOn')} label={t('keys.expiresOn.label')} hint={t('keys.expiresOn.hint')} min={today} />
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
