import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { optionalText, withRules } from '#lib/fields.ts'
import { changed } from '#web/changed.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { codedIn, isCode, type Coded, type ExportFormat } from './account-codes.rules.ts'
import type { AccountCodes } from './journal.contract.ts'
import { api } from './journal.client.ts'

/** The codes of a format by account, each as the format accepts it. */
const formOf = (format: ExportFormat) =>
  withRules(
    z.record(z.string(), optionalText({ max: 100, long: 'journal.code.invalid' })),
    codedIn(format).map((of) => ({
      path: of,
      error: 'journal.code.invalid',
      holds: ({ [of]: code = '' }) => isCode(format, of, code),
    })),
  )

/** The name of what has a code: a ledger account, or the tax rate. */
export function useCodedName(): (of: Coded) => string {
  const account = useTranslations('finance.accounts')
  const t = useTranslations('journal')
  return (of) => (of === 'taxRate' ? t('taxRate') : account(of))
}

/** The codes of a format, each in its field; an empty one means that the account has none. */
export function CodesDialog({ data, onClose }: { data: AccountCodes; onClose: () => void }) {
  const t = useTranslations('journal')
  const nameOf = useCodedName()
  const { format, codes } = data
  const [version, track] = useVersion(data)
  const form = useForm({
    name: 'account-codes',
    initial: Object.fromEntries(codes.map(({ account, code }) => [account, code])),
    schema: formOf(format),
    async submit(values) {
      const saved = codes.map(({ account }) => ({ account, code: values[account] ?? '' }))
      await track(() => api.journal.saveCodes({ format, codes: saved, version }))
      await changed('finance')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('codesTitle', { format: t(`formats.${format}`) })} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('cancel')} onClose={onClose}>
        <p>{t(`codesHint.${format}`)}</p>
        <Pair>
          {codes.map(({ account }) => (
            <TextField key={account} field={form.field(account)} label={nameOf(account)} maxLength={100} dir="auto" />
          ))}
        </Pair>
      </DialogForm>
    </Dialog>
  )
}
