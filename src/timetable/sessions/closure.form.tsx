import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { TimeField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { closureForm, closureInput, closureSpanForm, type Closure } from './closure.contract.ts'
import css from './dialogs.module.css'
import { api } from './sessions.client.ts'
import { slotDraft } from './slot-draft.ts'

/** What is proposed to be closed: all of a day, or some hours of it, and a hall. */
export type ProposedClosure = { day: string; startingTime?: string; endingTime?: string; hall?: string }

type Span = { fromDay: string; toDay: string; isAllDay: boolean; startingTime: string; endingTime: string; hall: string }
type Values = Span & { label: string; tell: boolean }

const spanOf = ({ fromDay, toDay, isAllDay, startingTime, endingTime, hall }: Span) => ({
  fromDay,
  toDay,
  startingTime: isAllDay ? null : startingTime,
  endingTime: isAllDay ? null : endingTime,
  hall: hall || null,
})

const fieldsOf = (values: Values) => ({ ...spanOf(values), label: values.label, tell: values.tell })

/** How many sessions and people a closure would affect, and what it would credit them; nothing while what is typed can't be closed. */
function useTouched(values: Span, row: Closure | null) {
  const { fromDay, toDay, isAllDay, startingTime, endingTime, hall } = values
  const debounced = useDebounced({ fromDay, toDay, isAllDay, startingTime, endingTime, hall })
  const { data: span } = closureSpanForm.safeParse(spanOf(debounced))
  const hits = useQuery({
    queryKey: ['closures', 'touch', row?.id, span],
    queryFn: span ? () => api.closures.touch({ ...span, ...(row ? { id: row.id } : {}) }) : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const effects = useActEffects(
    ['closure', row?.id, span],
    span ? () => api.closures.effects({ ...span, ...(row ? { id: row.id } : {}) }) : null,
  )
  return { hits: span ? hits.data : undefined, effects }
}

const fromRow = ({ fromDay, toDay, startingTime, endingTime, hall, label }: Closure) => ({
  fromDay,
  toDay,
  isAllDay: startingTime === null,
  startingTime: startingTime ?? '',
  endingTime: endingTime ?? '',
  hall: hall ?? '',
  label,
})

const fromProposed = ({ day, startingTime = '', endingTime = '', hall = '' }: ProposedClosure) => ({
  fromDay: day,
  toDay: day,
  isAllDay: startingTime === '',
  startingTime,
  endingTime,
  hall,
  label: '',
})

type Props = { onClose: () => void } & ({ row: Closure } | { row?: undefined; proposed: ProposedClosure })

/**
 * Closes days or hours, of the business or of a hall, or changes what is closed, after showing how many more sessions and people that
 * affects.
 */
export function ClosureForm({ onClose, ...of }: Props) {
  const t = useTranslations('sessions.closure')
  const words = useTranslations('sessions')
  const [id] = useState(newRecordId)
  const halls = useQuery(hallOptionsQuery)
  const [version, track] = useVersion(of.row ?? null)
  const initial: Values = { ...(of.row ? fromRow(of.row) : fromProposed(of.proposed)), tell: true }
  const form = useForm({
    // The list of closures is a form too, and stays in the page below.
    name: of.row ? 'closure-change' : 'closure',
    initial,
    schema: closureForm,
    input: fieldsOf,
    ...(of.row ? {} : { draft: slotDraft(of.proposed) }),
    async submit(values) {
      if (!effects.check()) return
      const input = closureInput.parse(fieldsOf(values))
      const { row } = of
      if (row) await effects.decide((decision) => track(() => api.closures.update({ ...input, id: row.id, version, decision })))
      else await effects.decide((decision) => api.closures.create({ ...input, id, decision }))
      await changed('sessions')
      toastSuccess(row ? t('change.saved') : t('saved', { of: values.isAllDay ? 'days' : 'hours' }))
      onClose()
    },
  })
  const { hits, effects } = useTouched(form.values, of.row ?? null)
  const { isAllDay, fromDay } = form.values
  const active = (halls.data?.rows ?? []).map((row) => ({ value: row.id, label: row.title }))
  // One that is archived is still what the closure closes.
  const own =
    of.row?.hall && !active.some(({ value }) => value === of.row?.hall) ? [{ value: of.row.hall, label: of.row.hallTitle ?? '' }] : []
  const options = [...active, ...own]
  return (
    <DialogForm
      form={waiting(form, effects)}
      save={of.row ? t('change.save') : t('save', { of: isAllDay ? 'days' : 'hours' })}
      back={words('back')}
      onClose={onClose}
    >
      <Pair>
        <DateField field={form.field('fromDay')} label={t('fromDay.label')} />
        <DateField field={form.field('toDay')} label={t('toDay.label')} min={fromDay} />
      </Pair>
      <CheckField field={form.field('isAllDay')} label={t('allDay')} />
      {!isAllDay && (
        <div className={css['times']}>
          <TimeField field={form.field('startingTime')} label={words('startingTime.label')} />
          <TimeField field={form.field('endingTime')} label={words('endingTime.label')} />
        </div>
      )}
      {options.length > 0 && (
        <SelectField field={form.field('hall')} label={t('hall.label')} options={[{ value: '', label: t('hall.all') }, ...options]} />
      )}
      <TextField field={form.field('label')} label={t('label.label')} maxLength={60} />
      <CheckField field={form.field('tell')} label={words('tell')} />
      <p className={css['touches']} role="status">
        {hits && t(of.row ? 'change.hits' : 'hits', { sessions: hits.count, people: hits.people })}
        {hits && hits.restored > 0 && ` ${t('change.again', { count: hits.restored })}`}
      </p>
      {effects.shown && effects.shown.lines.length > 0 && <ActEffects effects={effects} />}
    </DialogForm>
  )
}
