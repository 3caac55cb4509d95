import { useTranslations } from 'use-intl'
import { TextField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The six digits of a mailed code. */
export function MailedCodeField({ field, disabled }: { field: FieldBinding<string>; disabled?: boolean }) {
  const t = useTranslations('accounts.otp')
  return (
    <TextField
      field={field}
      label={t('label')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={6}
      dir="ltr"
      {...(disabled !== undefined && { disabled })}
    />
  )
}
