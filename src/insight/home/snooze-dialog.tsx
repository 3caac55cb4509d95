import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { addDays } from '#lib/days.ts'
import { day } from '#lib/fields.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { useForm } from '#ui/use-form.ts'
import { snoozeDays } from './needs.rules.ts'

const form = z.object({ until: day({ required: 'home.snooze.required', format: 'home.snooze.format' }) })

/** Asks for the day on which a need comes back. */
export function SnoozeDialog({
  today,
  title,
  save,
  onClose,
}: {
  today: string
  title: string
  save: (day: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('home.snooze')
  const own = useForm({
    name: 'snooze',
    initial: { until: addDays(today, 14) },
    schema: form,
    async submit({ until }) {
      await save(until)
      onClose()
    },
  })
  return (
    <Dialog title={t('label', { title })} onClose={onClose}>
      <DialogForm form={own} save={t('save')} back={t('back')} onClose={onClose}>
        <DateField field={own.field('until')} label={t('day')} min={addDays(today, 1)} max={addDays(today, snoozeDays)} />
      </DialogForm>
    </Dialog>
  )
}
