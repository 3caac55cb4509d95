import { useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { MultiSelectField } from '#ui/multi-select.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { events } from './event.rules.ts'
import { webhookInput, type Webhook } from './webhook.contract.ts'

type Values = { url: string; events: string[] }

/** A webhook's address and events. @param onMade receives the secret of a new webhook */
export function WebhookForm({ row, onMade, onClose }: { row: Webhook | null; onMade: (secret: string) => void; onClose: () => void }) {
  const t = useTranslations('developers')
  const { confirmed, dialog } = useStepUp()
  const initial: Values = { url: row?.url ?? '', events: row?.events ?? [] }
  const form = useForm({
    name: 'webhook',
    initial,
    schema: webhookInput,
    async submit(values) {
      const input = webhookInput.parse(values)
      if (row) {
        const saved = await confirmed(() => api.webhooks.update({ ...input, id: row.id, version: row.version }))
        if (saved === null) return
        toastSuccess(t('webhooks.saved'))
        onClose()
      } else {
        const created = await confirmed(() => api.webhooks.create(input))
        if (created === null) return
        onMade(created.secret)
      }
      await changed('webhooks')
    },
  })
  return (
    <>
      <Dialog title={t(row ? 'webhooks.change' : 'webhooks.add')} onClose={onClose}>
        <DialogForm form={form} save={t(row ? 'webhooks.save' : 'webhooks.make')} back={t('back')} onClose={onClose}>
          <TextField
            field={form.field('url')}
            label={t('webhooks.url.label')}
            type="url"
            inputMode="url"
            maxLength={500}
            dir="ltr"
            autoComplete="off"
          />
          <MultiSelectField
            field={form.field('events')}
            label={t('webhooks.events.label')}
            options={events.map((value) => ({ value, label: value }))}
            placeholder={t('webhooks.events.placeholder')}
          />
          <div>
            <Button onClick={() => form.set({ events: [...events] })}>{t('webhooks.events.all', { count: events.length })}</Button>
          </div>
        </DialogForm>
      </Dialog>
      {dialog}
    </>
  )
}
