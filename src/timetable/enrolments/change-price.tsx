import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { isDay, later } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { priceForm, type Batch, type PriceEffect } from '#timetable/batches/batch.contract.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { DateField, MoneyField } from '#ui/inputs.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { changed } from '#web/changed.ts'
import css from './change-price.module.css'
import { api } from './enrolments.client.ts'

type Props = { batch: Batch; onClose: () => void }

/** What each person would pay and from which day on, as price and day are typed. */
function PriceEffects({ batch, price, from }: { batch: Batch; price: number | string; from: string }) {
  const t = useTranslations('enrolments.price')
  const day = useDay()
  const { data: progress } = useQuery(progressQuery)
  const money = useMoney({ currency: batch.currency, exponent: progress?.country.exponent ?? 2 }, true)
  const asked = useDebounced({ price, from }, 250)
  const { data } = useQuery({
    queryKey: ['enrolments', 'priceEffect', batch.id, batch.version, asked],
    queryFn: () => api.batches.priceEffect({ id: batch.id, price: Number(asked.price), from: asked.from }),
    enabled: typeof asked.price === 'number' && isDay(asked.from),
    placeholderData: keepPreviousData,
  })
  if (!data || data.rows.length === 0) return null
  const { rows } = data
  const count = rows.filter(({ exception }) => exception === null).length
  const columns = [
    {
      key: 'person',
      label: t('person'),
      cell: ({ exception, from: first, ...person }: PriceEffect) => (
        <>
          {fullName(person)}
          <span className={css['since']}>{exception ? t(`exception.${exception}`) : first && t('since', { day: day(first) })}</span>
        </>
      ),
    },
    { key: 'before', label: t('before'), cell: (row: PriceEffect) => money(row.before), isNumber: true },
    { key: 'after', label: t('after'), cell: (row: PriceEffect) => money(row.after), isNumber: true },
  ]
  return (
    <div role="status">
      <p>{t('effect', { count, others: rows.length - count })}</p>
      <Table label={t('effects')} columns={columns} rows={rows} keyOf={({ enrolment }) => enrolment} />
    </div>
  )
}

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
      const input = priceForm.parse({ ...values, isForAll: isForAll === 'all' })
      await track(() => api.batches.changePrice({ id: batch.id, version, ...input }))
      await changed('enrolments')
      toastSuccess(t('done'))
      onClose()
    },
  })
  const { price, from, isForAll } = form.values
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={words('back')} onClose={onClose}>
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
        {isForAll === 'all' && <PriceEffects batch={batch} price={price} from={from} />}
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
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t(isPlanned ? 'withdraw' : 'open')}
      </Button>
      {isOpen && (isPlanned ? <WithdrawPrice batch={batch} onClose={close} /> : <NewPrice batch={batch} onClose={close} />)}
    </>
  )
}
