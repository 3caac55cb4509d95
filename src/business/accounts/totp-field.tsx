import { useTranslations } from 'use-intl'
import { TextField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** A code of the member's authenticator app, or a recovery code; digits only, so that phones show the number pad. */
export function TotpField({ field }: { field: FieldBinding<string> }) {
  const t = useTranslations('accounts.otp')
  return (
    <TextField
      field={field}
      label={t('totpLabel')}
      hint={t('totpHint')}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={14}
      dir="ltr"
    />
  )
}
