import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { remindInput } from '#money/sales/reminder.contract.ts'
import { useReminded } from '#money/sales/use-reminded.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { api } from './finance.client.ts'

/** Bills past due by at least `from` days and at most `to`, and what they are called. */
export type DebtAge = { from: number; to: number | null; name: string; count: number }

function RemindDialog({ ages, onClose }: { ages: readonly DebtAge[]; onClose: () => void }) {
  const t = useTranslations('finance.overview.remind')
  const sales = useTranslations('sales')
  const said = useReminded()
  const all = { from: 1, to: null, name: t('all'), count: ages.reduce((sum, { count }) => sum + count, 0) }
  const choices = [all, ...ages.filter(({ count }) => count > 0)]
  const ageOf = (value: string) => choices.find((_, at) => String(at) === value) ?? all
  const inputOf = ({ age }: { age: string }) => ({ from: ageOf(age).from, to: ageOf(age).to })
  const form = useForm({
    name: 'remind',
    initial: { age: '0' },
    schema: remindInput,
    input: inputOf,
    rename: { from: 'age', to: 'age' },
    async submit(values) {
      const result = await api.sales.remind(inputOf(values))
      await changed('sales')
      toastSuccess(said(result))
      onClose()
    },
  })
  const chosen = ageOf(form.values.age)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={form} save={t('send', { count: chosen.count })} back={sales('dismiss')} onClose={onClose}>
        <SelectField
          field={form.field('age')}
          label={t('which')}
          options={choices.map(({ name, count }, at) => ({ value: String(at), label: t('choice', { name, count }) }))}
        />
        <p>{t('text')}</p>
      </DialogForm>
    </Dialog>
  )
}

/** Sends reminders of bills that are past due, of one age or of all. */
export function Remind({ ages }: { ages: readonly DebtAge[] }) {
  const t = useTranslations('finance.overview.remind')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ChangeButton look="outline" onClick={() => setIsOpen(true)}>
        {t('open')}
      </ChangeButton>
      {isOpen && <RemindDialog ages={ages} onClose={() => setIsOpen(false)} />}
    </>
  )
}
