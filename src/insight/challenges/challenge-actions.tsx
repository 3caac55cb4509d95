import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMay } from './challenges.client.ts'
import { changed } from '#web/changed.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { PageActs } from '#ui/page.tsx'
import { AddLink, ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import type { ChallengeState } from './challenge.rules.ts'
import { ReasonDialog } from './entry-dialogs.tsx'

type Action = 'publish' | 'start' | 'end' | 'archive'

/** The states in which each action is allowed. */
const from: Record<Action | 'edit' | 'cancel', readonly ChallengeState[]> = {
  edit: ['draft', 'scheduled', 'live'],
  publish: ['draft'],
  start: ['scheduled'],
  end: ['live'],
  cancel: ['scheduled', 'live'],
  archive: ['draft', 'final', 'cancelled'],
}
/** Actions that can't be undone ask for confirmation first. */
type Asking = 'start' | 'end'
const isAsking = (action: Action): action is Asking => action === 'start' || action === 'end'

/** The actions that a host can take on a challenge in its current state. */
export function ChallengeActions({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges')
  const failed = useFailed()
  const navigate = useNavigate()
  const canEdit = useMay('challenges.update')
  const [asked, setAsked] = useState<Asking | 'cancel' | null>(null)
  const [busy, setBusy] = useState<Action | 'clone' | null>(null)
  if (!canEdit || challenge.host !== '') return null
  const { id, version, state } = challenge
  const can = (action: keyof typeof from) => from[action].includes(state)
  async function run(action: Action | 'clone'): Promise<void> {
    setAsked(null)
    setBusy(action)
    try {
      const after =
        action === 'clone' ? await api.challenges.clone({ id, copy: newRecordId() }) : await api.challenges[action]({ id, version })
      toastSuccess(t(`actions.${action}Done`))
      if (action === 'clone') void navigate({ to: '/challenges/edit', search: { id: after.id } })
    } catch (error) {
      failed(error)
    }
    await changed('challenges')
    setBusy(null)
  }
  const button = (action: Action, look: 'primary' | 'outline' | 'quiet') =>
    can(action) && (
      <ChangeButton look={look} isBusy={busy === action} onClick={() => (isAsking(action) ? setAsked(action) : void run(action))}>
        {t(`actions.${action}`)}
      </ChangeButton>
    )
  return (
    <PageActs
      primary={
        <>
          {button('end', 'outline')}
          {button('start', 'outline')}
          {button('publish', 'primary')}
        </>
      }
      actions={
        <>
          {can('cancel') && (
            <ChangeButton look="quiet" onClick={() => setAsked('cancel')}>
              {t('actions.cancel')}
            </ChangeButton>
          )}
          {button('archive', 'quiet')}
          <ChangeButton look="quiet" isBusy={busy === 'clone'} onClick={() => void run('clone')}>
            {t('actions.clone')}
          </ChangeButton>
          {can('edit') && (
            <AddLink look="outline" to="/challenges/edit" search={{ id }}>
              {t('edit')}
            </AddLink>
          )}
          {asked === 'cancel' ? (
            <ReasonDialog
              title={t('actions.cancelTitle')}
              text={t('actions.cancelText')}
              save={t('actions.cancel')}
              run={(reason) => api.challenges.cancel({ id, version, reason })}
              onClose={() => setAsked(null)}
            />
          ) : (
            asked && (
              <ConfirmDialog
                title={t(`actions.${asked}Title`)}
                text={t(`actions.${asked}Text`)}
                yes={t(`actions.${asked}`)}
                no={t('dismiss')}
                onYes={() => void run(asked)}
                onNo={() => setAsked(null)}
              />
            )
          )}
        </>
      }
    />
  )
}
