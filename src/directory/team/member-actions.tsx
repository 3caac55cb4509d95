import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './team.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Menu } from '#ui/menu.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { RoleForm } from './role.form.tsx'
import type { GivenRole, Member, MemberState } from './team.contract.ts'

type Action = 'resend' | 'withdraw' | 'changeRole' | 'reactivate' | 'suspend' | 'remove'

const possible: Record<MemberState, readonly Action[]> = {
  invited: ['resend', 'withdraw'],
  expired: ['resend', 'withdraw'],
  active: ['changeRole', 'suspend', 'remove'],
  suspended: ['changeRole', 'reactivate', 'remove'],
  asleep: ['changeRole', 'reactivate', 'suspend', 'remove'],
  removed: [],
}

/** Acts that take access away; they stay possible after the trial. */
const revokes: readonly Action[] = ['withdraw', 'suspend', 'remove']
/** Acts that need a free account. */
const takesAccount = (action: Action, state: MemberState) => action === 'reactivate' || (action === 'resend' && state === 'expired')
const asks = (action: Action) => action === 'withdraw' || action === 'suspend' || action === 'remove'

/** Actions on a member or an invitation; those that remove access ask first. @param isFull whether all accounts of the plan are in use */
export function MemberActions({ row, given, isFull }: { row: Member; given: readonly GivenRole[]; isFull: boolean }) {
  const t = useTranslations('team.members')
  const failures = useTranslations('lib.failures')
  const failed = useFailed()
  const { confirmed, dialog } = useStepUp()
  const [asked, setAsked] = useState<Action | null>(null)
  const [isBusy, setBusy] = useState(false)
  const name = row.email
  async function run(action: Exclude<Action, 'changeRole'>): Promise<void> {
    setAsked(null)
    setBusy(true)
    try {
      const after = await confirmed<unknown>(() => api.team[action]({ id: row.id, version: row.version }))
      if (after !== null) toastSuccess(t(`done.${action}`, { name }))
    } catch (error) {
      failed(error)
    }
    await changed('team')
    setBusy(false)
  }
  const items = possible[row.state].map((action) => ({
    key: action,
    label: t(`actions.${action === 'reactivate' && row.state === 'asleep' ? 'wake' : action}`),
    isChange: !revokes.includes(action),
    reason: isFull && takesAccount(action, row.state) ? failures('team/full') : undefined,
    run: () => (action === 'changeRole' || asks(action) ? setAsked(action) : void run(action)),
  }))
  if (items.length === 0) return null
  return (
    <>
      <Menu label={t('actions.label', { name })} items={items} isBusy={isBusy} />
      {asked === 'changeRole' && <RoleForm row={row} given={given} onClose={() => setAsked(null)} />}
      {(asked === 'withdraw' || asked === 'suspend' || asked === 'remove') && (
        <ConfirmDialog
          title={t(`confirm.${asked}.title`, { name })}
          text={t(`confirm.${asked}.text`)}
          yes={t(`actions.${asked}`)}
          no={t('dismiss')}
          onYes={() => void run(asked)}
          onNo={() => setAsked(null)}
        />
      )}
      {dialog}
    </>
  )
}
