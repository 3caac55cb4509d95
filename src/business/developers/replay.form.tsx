import { useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { addDays } from '#lib/days.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { retentionDays, replayInput, type Webhook } from './webhook.contract.ts'

/** Sends a webhook's deliveries of a range of days again. */
export function ReplayForm({ row, onClose }: { row: Webhook; onClose: () => void }) {
  const t = useTranslations('developers')
  const today = useToday()
  const form = useForm({
    name: 'replay',
    initial: { webhook: row.id, from: today, to: today, which: 'failed' as string },
    schema: replayInput,
    async submit(values) {
      const { count } = await api.webhooks.replaySpan(replayInput.parse(values))
      await changed('webhooks')
      toastSuccess(t('replay.done', { count }))
      onClose()
    },
  })
  const earliest = addDays(today, -retentionDays)
  return (
    <Dialog title={t('replay.title')} onClose={onClose}>
      <DialogForm form={form} save={t('replay.go')} back={t('back')} onClose={onClose}>
        <DateField field={form.field('from')} label={t('replay.from')} min={earliest} max={today} />
        <DateField field={form.field('to')} label={t('replay.to')} min={earliest} max={today} />
        <SelectField
          field={form.field('which')}
          label={t('replay.which')}
          options={[
            { value: 'failed', label: t('replay.failed') },
            { value: 'all', label: t('replay.all') },
          ]}
        />
      </DialogForm>
    </Dialog>
  )
}
