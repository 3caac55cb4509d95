import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './enrolments.client.ts'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { useToday } from '#business/setup/here.ts'
import { daysIn, isDay, later } from '#lib/days.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { useRole } from '#web/use-may.ts'
import { DiscountFields, discountIn, discountOut, type DiscountValue } from './discount-fields.tsx'
import { datesInput, discountForm, freezeForm, type Enrolment } from './enrolment.contract.ts'
import { billedBeyond, chargeWithin, frozenEnd, giverRoles, givesDays, givesWaiting, lastDay, periodEnd } from './enrolment.rules.ts'

type Props = { row: Enrolment; onClose: () => void; onDone: (after: Enrolment) => void }

const inputOf = ({ from, discount }: { from: string; discount: DiscountValue; tell: boolean }) => ({ from, discount: discountIn(discount) })

/** Changes the start, end and next payment by hand. */
export function ChangeDates({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'enrolment-dates',
    initial: { startDate: row.startDate, endDate: row.endDate, nextChargeOn: row.nextChargeOn ?? '', reason: '' },
    schema: z.pick(datesInput, { startDate: true, endDate: true }),
    async submit(values) {
      if (!effects.check()) return
      const dates = { ...values, nextChargeOn: values.nextChargeOn || null }
      onDone(await effects.decide((decision) => track(() => api.enrolments.update({ id: row.id, version, ...dates, decision }))))
    },
  })
  const { startDate, endDate, nextChargeOn } = form.values
  const isMoved = isDay(endDate) && endDate !== row.endDate && row.state !== 'waitlisted'
  const effects = useActEffects(
    ['dates', row.id, endDate],
    isMoved ? () => api.enrolments.effects({ id: row.id, act: 'dates', endDate }) : null,
  )
  const gives = row.state === 'waitlisted' ? givesWaiting : givesDays
  const isGiven = gives(row, { ...row, startDate, endDate, nextChargeOn: chargeWithin(startDate, nextChargeOn || null) })
  return (
    <Dialog title={t('update.title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('update.save')} back={t('back')} onClose={onClose}>
        {row.isUnpriced && <p>{t('update.unpriced')}</p>}
        <Pair>
          <DateField field={form.field('startDate')} label={t('startDate.label')} />
          <DateField field={form.field('endDate')} label={t('endDate.label')} min={form.values.startDate} />
        </Pair>
        <DateField field={form.field('nextChargeOn')} label={t('nextChargeOn.label')} />
        {(isGiven || row.isUnpriced) && <TextField field={form.field('reason')} label={t('reason.free')} maxLength={200} />}
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** Another recurring discount for the periods to come, or none. */
export function ChangeDiscount({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const [version, track] = useVersion(row)
  const today = useToday()
  const form = useForm({
    name: 'enrolment-discount',
    initial: { from: later(today, row.startDate), discount: discountOut(row.discount), tell: row.state !== 'waitlisted' },
    schema: discountForm,
    input: inputOf,
    async submit(values) {
      const input = discountForm.parse(inputOf(values))
      onDone(await track(() => api.enrolments.setDiscount({ id: row.id, version, ...input, tell: values.tell })))
    },
  })
  return (
    <Dialog title={t('setDiscount.title')} onClose={onClose}>
      <DialogForm form={form} save={t('setDiscount.save')} back={t('back')} onClose={onClose}>
        <DateField field={form.field('from')} label={t('discount.from')} hint={t('discount.fromHint')} max={row.endDate} />
        <DiscountFields field={form.field('discount')} />
        {row.state !== 'waitlisted' && <CheckField field={form.field('tell')} label={t('setDiscount.tell')} />}
      </DialogForm>
    </Dialog>
  )
}

/** Freezes the enrolment, and previews its new end as the days are chosen. */
export function FreezeEnrolment({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const day = useDay()
  const today = useToday()
  const mayGive = giverRoles.includes(useRole())
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'freeze',
    initial: { from: today, to: '', reason: '' },
    schema: freezeForm,
    async submit(values) {
      if (!effects.check()) return
      onDone(await effects.decide((decision) => track(() => api.enrolments.freeze({ id: row.id, version, ...values, decision }))))
    },
  })
  const { from, to } = form.values
  const isSpan = isDay(from) && isDay(to) && to >= from
  const isPast = isDay(from) && from < today
  const effects = useActEffects(
    ['freeze', row.id, from, to],
    isSpan && form.isValid ? () => api.enrolments.effects({ id: row.id, act: 'freeze', from, to }) : null,
  )
  const end = isSpan ? lastDay({ ...row, endDate: frozenEnd(row.endDate, { from, to }) }) : row.endDate
  const lost = isSpan ? billedBeyond(row, { from, to }) : 0
  return (
    <Dialog title={t('freeze.title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('freeze.open')} back={t('back')} onClose={onClose}>
        <Pair>
          <DateField field={form.field('from')} label={t('freeze.from')} min={mayGive ? row.startDate : today} />
          <DateField field={form.field('to')} label={t('freeze.to')} min={from} max={row.batchEnd} />
        </Pair>
        {isPast && mayGive && <TextField field={form.field('reason')} label={t('freeze.reason')} hint={t('freeze.past')} maxLength={200} />}
        <div role="status">
          {isSpan && <p>{t(end === row.batchEnd ? 'freeze.capped' : 'freeze.effect', { days: daysIn({ from, to }), end: day(end) })}</p>}
          {lost > 0 && <p>{t('freeze.lost', { count: lost })}</p>}
        </div>
        {/* The credited days lie after the last day of the batch, so their dates would confuse. */}
        {effects.shown && effects.shown.lines.length > 0 && <ActEffects effects={effects} hasDays={false} />}
      </DialogForm>
    </Dialog>
  )
}

const cancelForm = z.object({ when: z.enum(['now', 'periodEnd']), reason: z.string() })

/** Cancels the enrolment now or at the end of the paid period, whose last day is shown. */
export function CancelEnrolment({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const day = useDay()
  const end = day(periodEnd(row, useToday()))
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'cancel-enrolment',
    initial: { when: 'periodEnd', reason: '' },
    schema: cancelForm,
    async submit(values) {
      if (!effects.check()) return
      onDone(
        await effects.decide((decision) =>
          track(() => api.enrolments.cancel({ id: row.id, version, ...cancelForm.parse(values), decision })),
        ),
      )
    },
  })
  const effects = useActEffects(
    ['cancel', row.id],
    form.values.when === 'now' ? () => api.enrolments.effects({ id: row.id, act: 'cancel' }) : null,
  )
  return (
    <Dialog title={t('cancel.title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('cancel.confirm')} look="danger" back={t('back')} onClose={onClose}>
        <SelectField
          field={form.field('when')}
          label={t('cancel.when')}
          options={[
            { value: 'periodEnd', label: `${t('cancel.periodEnd')}: ${end}` },
            { value: 'now', label: t('cancel.now') },
          ]}
        />
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** Ends the enrolment here and starts one in another open batch. */
export function MoveEnrolment({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const { data } = useQuery(batchOptionsQuery)
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'move-enrolment',
    initial: { batch: '' },
    schema: z.object({ batch: z.string().check(z.minLength(1, 'enrolments.batch.required')) }),
    async submit({ batch }) {
      if (!effects.check()) return
      onDone(await effects.decide((decision) => track(() => api.enrolments.move({ id: row.id, version, batch, decision }))))
    },
  })
  const { batch } = form.values
  const effects = useActEffects(
    ['move', row.id, batch],
    batch === '' ? null : () => api.enrolments.effects({ id: row.id, act: 'move', batch }),
  )
  const others = data?.rows.filter(({ id }) => id !== row.batch) ?? []
  return (
    <Dialog title={t('move.title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('move.open')} back={t('back')} onClose={onClose}>
        <SelectField
          field={form.field('batch')}
          label={t('batch.label')}
          hint={batch === '' ? t('move.billing') : undefined}
          placeholder="–"
          options={others.map((other) => ({
            value: other.id,
            label: t('batch.places', { name: other.name, free: Math.max(other.totalCandidates - other.enrolled, 0) }),
          }))}
        />
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** Completes an enrolment that has reached its goal. */
export function FinishEnrolment({ row, onClose, onDone }: Props) {
  const t = useTranslations('enrolments')
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'finish-enrolment',
    initial: {},
    schema: z.object({}),
    async submit() {
      if (!effects.check()) return
      onDone(await effects.decide((decision) => track(() => api.enrolments.finish({ id: row.id, version, decision }))))
    },
  })
  const effects = useActEffects(['finish', row.id], () => api.enrolments.effects({ id: row.id, act: 'finish' }))
  return (
    <Dialog title={t('finish.title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('finish.open')} back={t('back')} onClose={onClose}>
        <p>{t('finish.text')}</p>
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}
