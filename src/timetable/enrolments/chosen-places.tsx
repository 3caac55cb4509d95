import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { useToday } from '#business/setup/here.ts'
import type { Seen } from '#lib/calls.ts'
import { fieldsOf } from '#lib/choices.ts'
import { isDay } from '#lib/days.ts'
import { fullName } from '#lib/names.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { DateField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useForm } from '#ui/use-form.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { failureOf, type CallFailure } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import css from './chosen-places.module.css'
import { datesInput, type Enrolment } from './enrolment.contract.ts'
import { api } from './enrolments.client.ts'

/** `onDone` gets what happened, for the member to read. */
type Props = { rows: readonly Enrolment[]; onClose: () => void; onDone: (message: string) => void }

/**
 * The versions that an act on several places sends, as `useVersion` has it for one: at first those that it was opened
 * with, then that of a refusal, so that a deliberate second attempt succeeds.
 */
function useVersions(rows: readonly Enrolment[]) {
  const [places, setPlaces] = useState<Seen[]>(() => rows.map(({ id, version }) => ({ id, version })))
  async function track<Answer>(call: (places: Seen[]) => Promise<Answer>): Promise<Answer> {
    try {
      return await call(places)
    } catch (error) {
      const { code, current } = failureOf(error)
      const { id, version } = fieldsOf(current)
      if (code === 'request/stale' && typeof version === 'number')
        setPlaces((now) => now.map((place) => (place.id === id ? { ...place, version } : place)))
      throw error
    }
  }
  return { ids: places.map(({ id }) => id), track }
}

/** Whom of several people a refusal is about, and why; nothing where it is about all of them. */
function RefusedPerson({ failure }: { failure: CallFailure | null }) {
  const t = useTranslations('enrolments.chosen')
  const text = useOpenTexts()
  const { firstName, lastName } = fieldsOf(failure?.place)
  if (!failure || typeof firstName !== 'string' || typeof lastName !== 'string') return null
  const [issue] = failure.issues
  const why = text(issue ? issue.key : `lib.failures.${failure.code}`)
  return <p role="alert">{t('refused', { name: fullName({ firstName, lastName }), why })}</p>
}

/** The refusal of an act, or else that of its preview. */
const refusalOf = (form: { failure: CallFailure | null }, { error }: { error: unknown }) =>
  form.failure ?? (error === null ? null : failureOf(error))

/** Moves the chosen people to another open batch. */
function MoveChosen({ rows, onClose, onDone }: Props) {
  const t = useTranslations('enrolments.chosen')
  const words = useTranslations('enrolments')
  const { data } = useQuery(batchOptionsQuery)
  const { ids, track } = useVersions(rows)
  const form = useForm({
    name: 'move-chosen',
    initial: { batch: '' },
    schema: z.object({ batch: z.string().check(z.minLength(1, 'enrolments.batch.required')) }),
    async submit({ batch }) {
      if (!effects.check()) return
      const { rows: moved } = await effects.decide((decision) =>
        track((places) => api.enrolments.changeSeveral({ act: 'move', places, batch, decision })),
      )
      onDone(t('moved', { count: moved.length, batch: moved[0]?.batchName ?? '' }))
    },
  })
  const { batch } = form.values
  const effects = useActEffects(
    ['moveChosen', ids, batch],
    batch === '' ? null : () => api.enrolments.severalEffects({ act: 'move', places: ids, batch }),
  )
  const others = (data?.rows ?? []).filter(({ id }) => rows.every((row) => row.batch !== id))
  const target = others.find(({ id }) => id === batch)
  const freeIn = (other: { totalCandidates: number; enrolled: number }) => Math.max(other.totalCandidates - other.enrolled, 0)
  return (
    <Dialog title={t('moveTitle', { count: ids.length })} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('move')} back={words('back')} onClose={onClose}>
        <RefusedPerson failure={refusalOf(form, effects)} />
        <SelectField
          field={form.field('batch')}
          label={words('batch.label')}
          hint={batch === '' ? words('move.billing') : undefined}
          placeholder="–"
          options={others.map((other) => ({ value: other.id, label: words('batch.places', { name: other.name, free: freeIn(other) }) }))}
        />
        {target && freeIn(target) < ids.length && <p role="status">{t('short', { free: freeIn(target), count: ids.length })}</p>}
        <ActEffects effects={effects} isOfMany={ids.length > 1} />
      </DialogForm>
    </Dialog>
  )
}

/** Gives the chosen people another last day. */
function ChangeLastDay({ rows, onClose, onDone }: Props) {
  const t = useTranslations('enrolments.chosen')
  const words = useTranslations('enrolments')
  const today = useToday()
  const { ids, track } = useVersions(rows)
  const [ends] = useState(() => new Set(rows.map((row) => row.endDate)))
  const [only = ''] = ends
  const form = useForm({
    name: 'dates-chosen',
    initial: { endDate: ends.size === 1 ? only : '' },
    schema: z.pick(datesInput, { endDate: true }),
    async submit({ endDate }) {
      if (!isTyped || !effects.check()) return
      const { rows: after } = await effects.decide((decision) =>
        track((places) => api.enrolments.changeSeveral({ act: 'dates', places, endDate, decision })),
      )
      onDone(t('changed', { count: after.length }))
    },
  })
  const { endDate } = form.values
  // A preview for many people is not asked for with each digit of a day.
  const asked = useDebounced(endDate, 300)
  const isTyped = asked === endDate
  const isMoved = isTyped && isDay(asked) && (ends.size > 1 || asked !== only)
  const effects = useActEffects(
    ['datesChosen', ids, asked],
    isMoved ? () => api.enrolments.severalEffects({ act: 'dates', places: ids, endDate: asked }) : null,
  )
  return (
    <Dialog title={t('datesTitle', { count: ids.length })} onClose={onClose}>
      <DialogForm
        form={waiting({ ...form, isBusy: form.isBusy || !isTyped }, effects)}
        save={t('save')}
        back={words('back')}
        onClose={onClose}
      >
        <RefusedPerson failure={refusalOf(form, effects)} />
        <DateField field={form.field('endDate')} label={t('lastDay')} min={today} />
        <ActEffects effects={effects} isOfMany={ids.length > 1} />
      </DialogForm>
    </Dialog>
  )
}

/**
 * How many people of a list are chosen, and what can be done with all of them at once; nothing while no one is. An open
 * dialog keeps the people it was opened for, whatever others do to them meanwhile.
 * @param onClear called once it was done, too
 */
export function ChosenPlaces({ rows, onClear }: { rows: readonly Enrolment[]; onClear: () => void }) {
  const t = useTranslations('enrolments.chosen')
  const [open, setOpen] = useState<{ act: 'move' | 'dates'; rows: readonly Enrolment[] } | null>(null)
  if (rows.length === 0 && open === null) return null
  async function done(message: string): Promise<void> {
    setOpen(null)
    onClear()
    toastSuccess(message)
    await changed('enrolments')
  }
  const dialog = { rows: open?.rows ?? rows, onClose: () => setOpen(null), onDone: (message: string) => void done(message) }
  return (
    <div className={css['bar']} role="group" aria-label={t('label')}>
      <p role="status">{t('count', { count: rows.length })}</p>
      <ChangeButton look="outline" onClick={() => setOpen({ act: 'move', rows })}>
        {t('move')}
      </ChangeButton>
      <ChangeButton look="outline" onClick={() => setOpen({ act: 'dates', rows })}>
        {t('dates')}
      </ChangeButton>
      <Button look="quiet" onClick={onClear}>
        {t('clear')}
      </Button>
      {open?.act === 'move' && <MoveChosen {...dialog} />}
      {open?.act === 'dates' && <ChangeLastDay {...dialog} />}
    </div>
  )
}
