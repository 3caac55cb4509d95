import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './sessions.client.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDays } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { closureForm, closureInput, type Closure } from './closure.contract.ts'
import css from './dialogs.module.css'
import { notifyForm } from './restore-session-dialog.tsx'

function OpenAgain({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  const words = useTranslations('sessions')
  const form = useForm({
    name: 'open-days',
    initial: { tell: true },
    schema: notifyForm,
    async submit({ tell: shouldNotify }) {
      const { restored } = await api.closures.remove({ id: closure.id, tell: shouldNotify })
      await changed('sessions')
      toastSuccess(t('removed', { count: restored }))
      onClose()
    },
  })
  return (
    <Dialog title={t('removeTitle')} onClose={onClose}>
      <p>{t('removeText')}</p>
      <DialogForm form={form} save={t('remove')} back={t('back')} onClose={onClose}>
        <CheckField field={form.field('tell')} label={words('notifyAgain')} />
      </DialogForm>
    </Dialog>
  )
}

function Ahead({ rows }: { rows: Closure[] }) {
  const t = useTranslations('sessions.closure')
  const days = useDays()
  const [asked, setAsked] = useState<Closure | null>(null)
  if (rows.length === 0) return <p className={css['note']}>{t('none')}</p>
  return (
    <ul className={css['rows']} aria-label={t('title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <strong dir="auto">{row.label}</strong>
            <span className={css['note']}>
              {days(row.fromDay, row.toDay)} · {t('cancelled', { count: row.cancelled })}
            </span>
          </span>
          <Button onClick={() => setAsked(row)}>{t('remove')}</Button>
        </li>
      ))}
      {asked && <OpenAgain closure={asked} onClose={() => setAsked(null)} />}
    </ul>
  )
}

/** Closes days after showing how many sessions and people that affects, and lists coming closures. @param day the proposed first day */
export function ClosuresDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  const words = useTranslations('sessions')
  const [id] = useState(newRecordId)
  const ahead = useQuery({ queryKey: ['closures', 'ahead'], queryFn: () => api.closures.list({}) })
  const form = useForm({
    name: 'closure',
    initial: { fromDay: day, toDay: day, label: '', tell: true },
    schema: closureForm,
    async submit(values) {
      if (!effects.check()) return
      const input = closureInput.parse(values)
      await effects.decide((decision) => api.closures.create({ ...input, id, decision }))
      await changed('sessions')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  const { fromDay, toDay } = useDebounced({ fromDay: form.values.fromDay, toDay: form.values.toDay })
  const isSpan = fromDay !== '' && toDay >= fromDay
  const hits = useQuery({
    queryKey: ['closures', 'touch', fromDay, toDay],
    queryFn: () => api.closures.touch({ fromDay, toDay }),
    enabled: isSpan,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const effects = useActEffects(['closure', fromDay, toDay], isSpan ? () => api.closures.effects({ fromDay, toDay }) : null)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={waiting(form, effects)} save={t('save')} back={words('back')} onClose={onClose}>
        <Pair>
          <DateField field={form.field('fromDay')} label={t('fromDay.label')} />
          <DateField field={form.field('toDay')} label={t('toDay.label')} min={form.values.fromDay} />
        </Pair>
        <TextField field={form.field('label')} label={t('label.label')} maxLength={60} />
        <CheckField field={form.field('tell')} label={words('tell')} />
        <p className={css['touches']} role="status">
          {isSpan && hits.data && t('hits', { sessions: hits.data.count, people: hits.data.people })}
        </p>
        {effects.shown && effects.shown.lines.length > 0 && <ActEffects effects={effects} />}
      </DialogForm>
      <Ahead rows={ahead.data ?? []} />
    </Dialog>
  )
}
