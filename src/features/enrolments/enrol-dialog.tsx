import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { batchOptionsQuery, changed } from '#api/queries.ts'
import type { Batch } from '#features/batches/batch.contract.ts'
import type { Customer } from '#features/customers/customer.contract.ts'
import { useToday } from '#features/setup/here.ts'
import { newRecordId } from '#lib/ids.ts'
import { fullName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { DateField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { CustomerField } from './customer-field.tsx'
import { enrolForm, enrolInput, type Enrolment } from './enrolment.contract.ts'

type Person = Pick<Customer, 'id' | 'firstName' | 'lastName'>

/** The later of today and the batch's start, so that the field shows what will be stored. */
function firstDay(batch: Pick<Batch, 'startDate'> | undefined, today: string): string {
  return batch && batch.startDate > today ? batch.startDate : today
}

type Values = { batch: string; customer: string; startDate: string; endDate: string; nextChargeOn: string; ifFull: boolean }

/** The fields as the call takes them: empty dates as none. */
const inputOf = ({ batch, customer, startDate, endDate, nextChargeOn, ifFull }: Values) => ({
  batch,
  customer,
  startDate,
  ...(endDate ? { endDate } : {}),
  nextChargeOn: nextChargeOn || null,
  ifFull: ifFull ? 'wait' : 'refuse',
})

/** The open batches with their free places, as choices. */
function useBatchOptions() {
  const t = useTranslations('enrolments')
  const query = useQuery(batchOptionsQuery)
  const rows = query.data?.rows ?? []
  return {
    rows,
    options: rows.map((row) => ({
      value: row.id,
      label: t('batch.places', { name: row.name, free: Math.max(row.totalCandidates - row.enrolled, 0) }),
    })),
  }
}

/**
 * Enrols a customer in a batch; either may be given, the other is chosen here.
 * @param onDone told of the new enrolment
 */
export function EnrolDialog({
  batch,
  customer,
  onClose,
  onDone,
}: {
  batch?: Batch
  customer?: Person
  onClose: () => void
  onDone?: (row: Enrolment) => void
}) {
  const t = useTranslations('enrolments')
  const [id] = useState(newRecordId)
  const [person, setPerson] = useState<Person | undefined>(customer)
  const { rows, options } = useBatchOptions()
  const today = useToday()
  const form = useForm({
    name: 'enrol',
    initial: {
      batch: batch?.id ?? '',
      customer: customer?.id ?? '',
      startDate: firstDay(batch, today),
      endDate: batch?.endDate ?? '',
      nextChargeOn: '',
      ifFull: false,
    },
    schema: enrolForm,
    input: inputOf,
    async submit(values) {
      const row = await api.enrolments.enrol({ ...enrolInput.parse(inputOf(values)), id })
      await changed('enrolments')
      toastSuccess(t(row.state === 'waitlisted' ? 'enrol.waiting' : 'enrol.done', { name: fullName(row) }))
      onDone?.(row)
      onClose()
    },
  })
  const chosen = batch ?? rows.find((row) => row.id === form.values.batch)
  const isFull = chosen !== undefined && chosen.enrolled >= chosen.totalCandidates
  const batchField = form.field('batch')
  return (
    <Dialog title={t('enrol.title')} onClose={onClose}>
      <DialogForm form={form} save={t('enrol.save')} back={t('back')} onClose={onClose}>
        {!customer && <CustomerField field={form.field('customer')} person={person} onPerson={setPerson} />}
        {!batch && (
          <SelectField
            field={{
              ...batchField,
              onChange(value) {
                const next = rows.find((row) => row.id === value)
                form.set({ batch: value, startDate: firstDay(next, today), endDate: next?.endDate ?? '' })
              },
            }}
            label={t('batch.label')}
            options={options}
            placeholder="–"
          />
        )}
        <Pair>
          <DateField field={form.field('startDate')} label={t('startDate.label')} />
          <DateField field={form.field('endDate')} label={t('endDate.label')} min={form.values.startDate} />
        </Pair>
        <DateField field={form.field('nextChargeOn')} label={t('nextChargeOn.label')} />
        {isFull && <CheckField field={form.field('ifFull')} label={t('ifFull')} />}
      </DialogForm>
    </Dialog>
  )
}
