import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { useToday } from '#business/setup/here.ts'
import { isDay } from '#lib/days.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { RefusedPerson, refusalShown, useVersions, type ChosenAct } from './chosen-act.tsx'
import css from './chosen-places.module.css'
import { PriceChosen } from './chosen-price.tsx'
import { datesInput, type Enrolment } from './enrolment.contract.ts'
import { api, useMay } from './enrolments.client.ts'

/** Moves the chosen people to another open batch. */
function MoveChosen({ rows, onClose, onDone }: ChosenAct) {
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
        <RefusedPerson failure={refusalShown(form, effects)} />
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
function ChangeLastDay({ rows, onClose, onDone }: ChosenAct) {
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
        <RefusedPerson failure={refusalShown(form, effects)} />
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
  const [open, setOpen] = useState<{ act: 'move' | 'dates' | 'price'; rows: readonly Enrolment[] } | null>(null)
  const mayPrice = useMay('enrolments.setPrice')
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
      {mayPrice && (
        <ChangeButton look="outline" onClick={() => setOpen({ act: 'price', rows })}>
          {t('price')}
        </ChangeButton>
      )}
      <Button look="quiet" onClick={onClear}>
        {t('clear')}
      </Button>
      {open?.act === 'move' && <MoveChosen {...dialog} />}
      {open?.act === 'dates' && <ChangeLastDay {...dialog} />}
      {open?.act === 'price' && <PriceChosen {...dialog} />}
    </div>
  )
}
