import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { trainerName } from '#lib/names.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import type { CalendarSlot } from '#timetable/sessions/calendar.tsx'
import { sessionAddForm } from '#timetable/sessions/session-add.contract.ts'
import { slotDraft } from '#timetable/sessions/slot-draft.ts'
import { changed } from '#web/changed.ts'
import { Conflicts } from '#ui/conflict-list.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { TimeField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useForm } from '#ui/use-form.ts'
import { api } from './calendar.client.ts'
import css from './slot-popover.module.css'

type Values = { batch: string; day: string; startingTime: string; endingTime: string; trainer: string; hall: string; tell: boolean }

const fieldsOf = ({ tell: _tell, hall, ...values }: Values) => ({ ...values, hall: hall || null })

/** One more session of a batch in a slot: whom it concerns and what conflicts with it is shown before it is saved. */
export function SlotSession({ slot, onClose }: { slot: CalendarSlot; onClose: () => void }) {
  const t = useTranslations('calendar.add')
  const words = useTranslations('sessions')
  const [id] = useState(newRecordId)
  const batches = useQuery(batchOptionsQuery)
  const trainers = useQuery(trainerOptionsQuery)
  const halls = useQuery(hallOptionsQuery)
  const { day, startingTime, endingTime, trainer = '', hall = '' } = slot
  const initial: Values = { batch: '', day, startingTime, endingTime, trainer, hall, tell: true }
  const form = useForm({
    name: 'slot',
    initial,
    schema: sessionAddForm,
    input: fieldsOf,
    draft: slotDraft(slot),
    async submit(values) {
      await api.sessions.add({ ...sessionAddForm.parse(fieldsOf(values)), id, tell: values.tell })
      await changed('sessions')
      toastSuccess(t('done'))
      onClose()
    },
  })
  const { tell: _tell, ...typed } = form.values
  const values = useDebounced(typed)
  const checked = sessionAddForm.safeParse(fieldsOf({ ...values, tell: false }))
  const preview = useQuery({
    queryKey: ['sessions', 'addPreview', values],
    queryFn: () => api.sessions.addPreview(sessionAddForm.parse(fieldsOf({ ...values, tell: false }))),
    enabled: checked.success,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const running = (batches.data?.rows ?? []).filter((row) => row.startDate <= form.values.day && form.values.day <= row.endDate)
  const chosen = running.find((row) => row.id === form.values.batch)
  const able = (trainers.data?.rows ?? []).filter((row) => !chosen || row.services.includes(chosen.service))
  const batch = form.field('batch')
  /** A batch brings its own trainer and hall, unless the slot's lane says another who may take it. */
  const choose = (value: string) => {
    batch.onChange(value)
    const row = running.find((one) => one.id === value)
    if (!row) return
    const isAble = trainers.data?.rows.some((one) => one.id === slot.trainer && one.services.includes(row.service))
    form.field('trainer').onChange(isAble && slot.trainer ? slot.trainer : row.trainer)
    form.field('hall').onChange(slot.hall ?? row.hall ?? '')
  }
  const found = checked.success ? preview.data : undefined
  return (
    <DialogForm form={form} save={t('save')} back={words('back')} onClose={onClose}>
      <SelectField
        field={{ ...batch, onChange: choose }}
        label={words('batch')}
        options={running.map((row) => ({ value: row.id, label: row.name }))}
        placeholder={t('choose')}
        hint={batches.data && running.length === 0 ? t('noBatch') : undefined}
      />
      <DateField field={form.field('day')} label={words('day.label')} />
      <div className={css['pair']}>
        <TimeField field={form.field('startingTime')} label={words('startingTime.label')} />
        <TimeField field={form.field('endingTime')} label={words('endingTime.label')} />
      </div>
      <div className={css['pair']}>
        <SelectField
          field={form.field('trainer')}
          label={words('trainer.label')}
          options={able.map((row) => ({ value: row.id, label: trainerName(row) }))}
          placeholder={t('choose')}
        />
        <SelectField
          field={form.field('hall')}
          label={words('hall.label')}
          options={(halls.data?.rows ?? []).map((row) => ({ value: row.id, label: row.title }))}
          placeholder={words('hall.none')}
        />
      </div>
      {found && (
        <p className={css['text']} role="status">
          {found.away.length > 0 ? t('away') : found.conflicts.length === 0 && t('free')} {t('people', { count: found.people })}
        </p>
      )}
      {found && found.reachable > 0 && <CheckField field={form.field('tell')} label={words('notifyPeople', { count: found.reachable })} />}
      <Conflicts conflicts={found?.conflicts ?? []} />
    </DialogForm>
  )
}
