import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './timeoff.client.ts'
import { changed } from '#web/changed.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import dialogs from '#timetable/sessions/dialogs.module.css'
import { newRecordId } from '#lib/record-ids.ts'
import { trainerName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { useVersion } from '#ui/use-version.ts'
import { changesOf, SessionChoices, type Choices } from './session-choices.tsx'
import css from './timeoff.module.css'
import { timeOffForm, timeOffInput, timeOffReasons, type TimeOff } from './timeoff.contract.ts'

type Values = {
  trainer: string
  fromDay: string
  toDay: string
  reason: string
  note: string
  changes: Choices
  cancelReason: string
  tell: boolean
}

const fieldsOf = ({ changes, ...values }: Values) => ({ ...values, changes: changesOf(changes) })

/**
 * Adds or changes a time off; shows the affected sessions as the days are typed, with a choice for each.
 * @param row null for a new time off, of `trainer` from `day` on if they are known
 */
export function TimeOffForm({
  row,
  trainer = '',
  day,
  onClose,
}: {
  row: TimeOff | null
  trainer?: string
  day: string
  onClose: () => void
}) {
  const t = useTranslations('timeoff')
  const words = useTranslations('sessions')
  const [id] = useState(newRecordId)
  const [version, track] = useVersion(row)
  const trainers = useQuery(trainerOptionsQuery)
  const initial: Values = {
    trainer: row?.trainer ?? trainer,
    fromDay: row?.fromDay ?? day,
    toDay: row?.toDay ?? day,
    reason: row?.reason ?? 'holiday',
    note: row?.note ?? '',
    changes: {},
    cancelReason: '',
    tell: true,
  }
  const form = useForm({
    name: 'timeoff',
    initial,
    schema: timeOffForm,
    input: fieldsOf,
    async submit(values) {
      const { trainer: whose, ...fields } = timeOffInput.parse(fieldsOf(values))
      await track(() =>
        row ? api.timeOff.update({ ...fields, id: row.id, version }) : api.timeOff.create({ ...fields, trainer: whose, id }),
      )
      await changed('timeOff')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  const { values } = form
  const span = useDebounced({ trainer: values.trainer, fromDay: values.fromDay, toDay: values.toDay })
  const isWhole = span.trainer !== '' && span.fromDay !== '' && span.toDay >= span.fromDay
  const touched = useQuery({
    queryKey: ['timeOff', 'touch', span],
    queryFn: () => api.timeOff.touch(span),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const hits = isWhole ? (touched.data?.hits ?? []) : []
  const chosen = changesOf(values.changes)
  const open = (touched.data?.count ?? 0) - chosen.length
  /** The choices belong to the sessions of the previous days and trainer, so a change clears them. */
  const resetting = (name: 'trainer' | 'fromDay' | 'toDay') => {
    const field = form.field(name)
    return {
      ...field,
      onChange(value: string) {
        field.onChange(value)
        form.field('changes').onChange({})
      },
    }
  }
  return (
    <Dialog title={row ? t('changeOf', { name: row.trainerName }) : t('add')} onClose={onClose}>
      <DialogForm form={form} save={t('save')} back={t('back')} onClose={onClose}>
        {!row && (
          <SelectField
            field={resetting('trainer')}
            label={t('trainer.label')}
            placeholder={t('trainer.placeholder')}
            options={(trainers.data?.rows ?? []).map((one) => ({ value: one.id, label: trainerName(one) }))}
          />
        )}
        <Pair>
          <DateField field={resetting('fromDay')} label={t('fromDay.label')} />
          <DateField field={resetting('toDay')} label={t('toDay.label')} min={values.fromDay} />
        </Pair>
        <SelectField
          field={form.field('reason')}
          label={t('reason.label')}
          options={timeOffReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        <TextField field={form.field('note')} label={t('note.label')} maxLength={200} />
        <p className={dialogs['touches']} role="status">
          {isWhole && touched.data && t('hits', { sessions: touched.data.count, people: touched.data.people })}
        </p>
        <SessionChoices field={form.field('changes')} hits={hits} />
        {isWhole && open > 0 && <p className={css['warning']}>{t('needs.form', { count: open })}</p>}
        {chosen.some(({ substitute }) => substitute === null) && (
          <>
            <TextField field={form.field('cancelReason')} label={t('cancelReason.label')} maxLength={200} />
            <CheckField field={form.field('tell')} label={words('tell')} />
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
