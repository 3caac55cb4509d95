import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { waiting } from '#business/acts/act-effects.tsx'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { later } from '#lib/days.ts'
import { priceForm, type Batch } from '#timetable/batches/batch.contract.ts'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { MoneyField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { changed } from '#web/changed.ts'
import { api } from './enrolments.client.ts'
import { PriceEffects, usePriceEffects } from './price-effects.tsx'

type Props = { batch: Batch; onClose: () => void }

/** Sets another price from a day on, for new enrolments or also for those that there are. */
function NewPrice({ batch, onClose }: Props) {
  const t = useTranslations('enrolments.price')
  const words = useTranslations('enrolments')
  const today = useToday()
  const { data: progress } = useQuery(progressQuery)
  const [version, track] = useVersion(batch)
  const form = useForm({
    name: 'batch-price',
    initial: { price: batch.price as number | string, from: later(today, batch.startDate), isForAll: 'all', tell: true },
    schema: priceForm,
    input: ({ isForAll, ...values }) => ({ ...values, isForAll: isForAll === 'all' }),
    async submit({ isForAll, ...values }) {
      if (!effects.isSeen) return
      const input = priceForm.parse({ ...values, isForAll: isForAll === 'all' })
      const { decision } = effects
      await effects.perform(() => track(() => api.batches.changePrice({ id: batch.id, version, ...input, ...(decision && { decision }) })))
      await changed('enrolments')
      toastSuccess(t('done'))
      onClose()
    },
  })
  const { price, from, isForAll } = form.values
  const effects = usePriceEffects(
    [batch.id, batch.version],
    { price, from },
    isForAll === 'all' ? (next) => api.batches.priceEffect({ id: batch.id, ...next }) : null,
  )
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('save')} back={words('back')} onClose={onClose}>
        <Pair>
          <MoneyField field={form.field('price')} label={t('new')} currency={batch.currency} exponent={progress?.country.exponent ?? 2} />
          <DateField field={form.field('from')} label={t('from')} min={today} max={batch.endDate} />
        </Pair>
        <SelectField
          field={form.field('isForAll')}
          label={t('who')}
          hint={t('hint')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'new', label: t('onlyNew') },
          ]}
        />
        {isForAll === 'all' && <CheckField field={form.field('tell')} label={t('tell')} />}
        {isForAll === 'all' && <PriceEffects effects={effects} currency={batch.currency} />}
      </DialogForm>
    </Dialog>
  )
}

/** Takes a planned price back. */
function WithdrawPrice({ batch, onClose }: Props) {
  const t = useTranslations('enrolments.price')
  const words = useTranslations('enrolments')
  const failed = useFailed()
  async function withdraw(): Promise<void> {
    try {
      await api.batches.withdrawPrice({ id: batch.id, version: batch.version })
      toastSuccess(t('withdrawn'))
    } catch (error) {
      failed(error)
    }
    await changed('enrolments')
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('withdrawTitle')}
      text={t(batch.nextPriceForAll ? 'withdrawAll' : 'withdrawNew')}
      yes={t('withdraw')}
      no={words('back')}
      onYes={() => void withdraw()}
      onNo={onClose}
    />
  )
}

/** The button that changes a batch's price, or withdraws the planned one. */
export function ChangePrice({ batch }: { batch: Batch }) {
  const t = useTranslations('enrolments.price')
  const [isOpen, setOpen] = useState(false)
  const isPlanned = batch.nextPrice !== null
  const close = () => setOpen(false)
  return (
    <>
      <ChangeButton look="quiet" onClick={() => setOpen(true)}>
        {t(isPlanned ? 'withdraw' : 'open')}
      </ChangeButton>
      {isOpen && (isPlanned ? <WithdrawPrice batch={batch} onClose={close} /> : <NewPrice batch={batch} onClose={close} />)}
    </>
  )
}
