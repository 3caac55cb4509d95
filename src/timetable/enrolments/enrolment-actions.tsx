import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { useToday } from '#business/setup/here.ts'
import { fullName } from '#lib/names.ts'
import { Menu } from '#ui/menu.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { useRole } from '#web/use-may.ts'
import { CancelEnrolment, ChangeDates, ChangeDiscount, FinishEnrolment, FreezeEnrolment, MoveEnrolment } from './enrolment-dialogs.tsx'
import type { Enrolment } from './enrolment.contract.ts'
import { giverRoles } from './enrolment.rules.ts'

/** Actions that open a dialog first, and actions that run immediately. */
type Dialogs = 'setDiscount' | 'update' | 'freeze' | 'cancel' | 'move' | 'finish'
type AtOnce = 'accept' | 'decline' | 'unfreeze' | 'unfreezePast' | 'keep'

/** The freeze that was entered last, if it is over. */
function pastFreeze({ freezes }: Enrolment, today: string) {
  const last = freezes.at(-1)
  return last && last.to < today ? last : null
}

/** The actions that an enrolment's state allows today; the server checks again. */
function actionsOf(row: Enrolment, today: string, mayGive: boolean): (Dialogs | AtOnce)[] {
  if (row.state === 'offered') return ['accept', 'decline']
  if (row.state === 'waitlisted') return ['update', 'setDiscount', 'decline']
  if (!['active', 'frozen', 'pastDue'].includes(row.state)) return []
  // While their customer is blocked, places keep their days.
  if (row.isBlocked) return ['setDiscount', row.cancelAtPeriodEnd ? 'keep' : 'cancel', 'finish']
  const isFrozen = row.freezes.some(({ to }) => to >= today)
  const past = mayGive && pastFreeze(row, today) ? (['unfreezePast'] as const) : []
  const end = row.cancelAtPeriodEnd ? 'keep' : 'cancel'
  return ['update', 'setDiscount', isFrozen ? 'unfreeze' : 'freeze', ...past, end, 'move', 'finish']
}

/** `mayPay`: whether the member may take a payment for a bill. */
type Acted = { row: Enrolment; mayPay: boolean; onChanged: () => Promise<void> | void }

/** The menu of one enrolment: the actions that its state allows, each with its own dialog where it needs one. */
export function EnrolmentActions({ row, mayPay, onChanged }: Acted) {
  const t = useTranslations('enrolments')
  const failed = useFailed()
  const [open, setOpen] = useState<Dialogs | null>(null)
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = fullName(row)
  const seen = { id: row.id, version: row.version }
  const day = useDay()
  const today = useToday()
  const actions = actionsOf(row, today, giverRoles.includes(useRole()))
  const past = pastFreeze(row, today)
  // A customer who has left may still owe money.
  const payable = mayPay && row.owed > 0 ? row.bill : null
  if (actions.length === 0 && payable === null) return <span />

  async function run(work: () => Promise<unknown>, message: string): Promise<void> {
    setOpen(null)
    setBusy(true)
    try {
      await work()
      toastSuccess(message)
    } catch (error) {
      failed(error)
    }
    await onChanged()
    setBusy(false)
  }
  const once: Record<AtOnce, () => void> = {
    accept: () => void run(() => api.enrolments.accept(seen), t('accept.done', { name })),
    decline: () => void run(() => api.enrolments.decline(seen), t('decline.done', { name })),
    unfreeze: () => void run(() => api.enrolments.unfreeze(seen), t('unfreeze.done')),
    unfreezePast: () => void run(() => api.enrolments.unfreeze({ ...seen, from: past?.from }), t('unfreezePast.done')),
    keep: () => void run(() => api.enrolments.keep(seen), t('keep.done')),
  }
  const labelOf = (action: Dialogs | AtOnce) =>
    action === 'unfreezePast' ? t('unfreezePast.open', { from: day(past?.from ?? ''), to: day(past?.to ?? '') }) : t(`${action}.open`)
  const isAtOnce = (action: Dialogs | AtOnce): action is AtOnce => action in once
  const done = (message: string) => void run(() => Promise.resolve(), message)
  const dialog = { row, onClose: () => setOpen(null) }
  return (
    <>
      {payable !== null && (
        <AddLink look="outline" to="/sales/sale" search={{ id: payable, act: 'pay' }} aria-label={`${t('pay')}: ${name}`}>
          {t('pay')}
        </AddLink>
      )}
      {row.state === 'offered' && (
        <ChangeButton look="outline" onClick={once.accept} isBusy={isBusy} aria-label={`${t('accept.open')}: ${name}`}>
          {t('accept.open')}
        </ChangeButton>
      )}
      {actions.length > 0 && (
        <Menu
          button={button}
          isBusy={isBusy}
          label={t('actions', { name })}
          items={actions
            .filter((action) => !(row.state === 'offered' && action === 'accept'))
            .map((action) => ({
              key: action,
              label: labelOf(action),
              isChange: true,
              run: isAtOnce(action) ? once[action] : () => setOpen(action),
            }))}
        />
      )}
      {open === 'update' && <ChangeDates {...dialog} onDone={() => done(t('update.done'))} />}
      {open === 'setDiscount' && <ChangeDiscount {...dialog} onDone={() => done(t('setDiscount.done'))} />}
      {open === 'freeze' && <FreezeEnrolment {...dialog} onDone={() => done(t('freeze.done'))} />}
      {open === 'cancel' && (
        <CancelEnrolment
          {...dialog}
          onDone={(after) => done(after.cancelAtPeriodEnd ? t('cancel.later', { date: day(after.endDate) }) : t('cancel.done'))}
        />
      )}
      {open === 'move' && <MoveEnrolment {...dialog} onDone={(after) => done(t('move.done', { name: after.batchName }))} />}
      {open === 'finish' && <FinishEnrolment {...dialog} onDone={() => done(t('finish.done'))} />}
    </>
  )
}
