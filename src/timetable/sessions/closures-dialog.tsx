import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './sessions.client.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { CheckField } from '#ui/field.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDays } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { ClosureForm } from './closure.form.tsx'
import type { Closure } from './closure.contract.ts'
import css from './dialogs.module.css'
import { notifyForm } from './restore-session-dialog.tsx'

const partOf = ({ startingTime }: Closure) => (startingTime === null ? 'days' : 'hours')

/** Changes what a closure closes. */
function ChangeClosure({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  return (
    <Dialog title={t('change.title')} onClose={onClose}>
      <p className={css['note']}>{t('change.text')}</p>
      <ClosureForm row={closure} onClose={onClose} />
    </Dialog>
  )
}

/** Asks whether closed days or hours are opened again, and does so. */
function ReopenDialog({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  const words = useTranslations('sessions')
  const form = useForm({
    name: 'open-days',
    initial: { tell: true },
    schema: notifyForm,
    async submit({ tell: shouldNotify }) {
      const { restored } = await api.closures.remove({ id: closure.id, tell: shouldNotify })
      await changed('sessions')
      toastSuccess(t('removed', { count: restored, of: partOf(closure) }))
      onClose()
    },
  })
  return (
    <Dialog title={t('removeTitle', { of: partOf(closure) })} onClose={onClose}>
      <ClosureLine closure={closure} />
      <p>{t('removeText')}</p>
      <DialogForm form={form} save={t('remove')} back={t('back')} onClose={onClose}>
        <CheckField field={form.field('tell')} label={words('notifyAgain')} />
      </DialogForm>
    </Dialog>
  )
}

/** A closure in two lines: its reason, and what it closes. */
function ClosureLine({ closure }: { closure: Closure }) {
  const t = useTranslations('sessions.closure')
  const days = useDays()
  const { fromDay, toDay, startingTime, endingTime, hallTitle, label, cancelled } = closure
  return (
    <span className={css['closure']}>
      <strong dir="auto">{label}</strong>
      <span className={css['note']}>
        {days(fromDay, toDay)}
        {startingTime !== null && (
          <>
            {' · '}
            <span className="ltr">{`${startingTime}–${endingTime}`}</span>
          </>
        )}
        {hallTitle !== null && (
          <>
            {' · '}
            <bdi>{hallTitle}</bdi>
          </>
        )}
        {` · ${t('cancelled', { count: cancelled })}`}
      </span>
    </span>
  )
}

/** What can be done with a closure, each in a dialog of its own. */
function ClosureActs({ closure, onDone = () => {} }: { closure: Closure; onDone?: () => void }) {
  const t = useTranslations('sessions.closure')
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const close = () => {
    setOpen(null)
    onDone()
  }
  return (
    <span className={css['acts']}>
      {useMay('closures.update') && <Button onClick={() => setOpen('change')}>{t('change.open')}</Button>}
      <Button onClick={() => setOpen('remove')}>{t('remove')}</Button>
      {open === 'change' && <ChangeClosure closure={closure} onClose={close} />}
      {open === 'remove' && <ReopenDialog closure={closure} onClose={close} />}
    </span>
  )
}

/** A closure that was chosen in the calendar. */
export function ClosureDialog({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  return (
    <Dialog title={t('name')} onClose={onClose}>
      <ClosureLine closure={closure} />
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('back')}</Button>
        <ClosureActs closure={closure} onDone={onClose} />
      </div>
    </Dialog>
  )
}

function Ahead({ rows }: { rows: Closure[] }) {
  const t = useTranslations('sessions.closure')
  if (rows.length === 0) return <p className={css['note']}>{t('none')}</p>
  return (
    <ul className={css['rows']} aria-label={t('title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <ClosureLine closure={row} />
          <ClosureActs closure={row} />
        </li>
      ))}
    </ul>
  )
}

/** Closes days or hours, and lists coming closures. @param day the proposed first day */
export function ClosuresDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const t = useTranslations('sessions.closure')
  const ahead = useQuery({ queryKey: ['closures', 'ahead'], queryFn: () => api.closures.list({}) })
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <ClosureForm proposed={{ day }} onClose={onClose} />
      <Ahead rows={ahead.data ?? []} />
    </Dialog>
  )
}
