import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './challenges.client.ts'
import { changed } from '#web/changed.ts'
import { text } from '#lib/fields.ts'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { State } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import css from './challenges.module.css'

function InviteDialog({ challenge, onClose }: { challenge: ChallengeDetail; onClose: () => void }) {
  const t = useTranslations('challenges')
  const form = useForm({
    name: 'invite',
    initial: { username: '' },
    schema: z.object({ username: text({ required: 'challenges.username.required', long: 'challenges.username.unknown' }) }),
    async submit({ username }) {
      await api.challenges.invite({ id: challenge.id, username })
      await changed('challenges')
      toastSuccess(t('guests.invited', { username }))
      onClose()
    },
  })
  return (
    <Dialog title={t('guests.invite')} onClose={onClose}>
      <DialogForm form={form} save={t('guests.invite')} back={t('dismiss')} onClose={onClose}>
        <p>{t('guests.about')}</p>
        <TextField field={form.field('username')} label={t('username.label')} />
      </DialogForm>
    </Dialog>
  )
}

/** The other businesses of an external challenge: who was invited, and what they answered. */
export function Guests({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges')
  const failed = useFailed()
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<ChallengeDetail['guests'][number] | null>(null)
  const canInvite = challenge.state === 'scheduled' || challenge.state === 'live'
  async function remove(vendor: string): Promise<void> {
    setRemoved(null)
    try {
      await api.challenges.remove({ id: challenge.id, vendor })
      toastSuccess(t('guests.removed'))
    } catch (error) {
      failed(error)
    }
    await changed('challenges')
  }
  const open = canInvite && <ChangeButton onClick={() => setInviting(true)}>{t('guests.invite')}</ChangeButton>
  return (
    <section className={css['part']} aria-label={t('guests.title')}>
      {challenge.guests.length === 0 ? (
        <State title={t('guests.none')} text={t('guests.about')} action={open} />
      ) : (
        <>
          {open && <div>{open}</div>}
          <Table
            label={t('guests.title')}
            columns={[
              { key: 'username', label: t('username.label'), cell: ({ username }) => <bdi>{username}</bdi> },
              { key: 'name', label: t('guests.name'), cell: ({ name }) => <bdi>{name || '–'}</bdi> },
              {
                key: 'state',
                label: t('guests.state'),
                cell: ({ state }) => <Status tone={state === 'accepted' ? 'good' : 'plain'}>{t(`guests.states.${state}`)}</Status>,
              },
              {
                key: 'remove',
                label: t('guests.remove'),
                isActions: true,
                cell: (row) =>
                  canInvite &&
                  ['invited', 'accepted'].includes(row.state) && (
                    <ChangeButton
                      look="quiet"
                      aria-label={t('guests.removeNamed', { username: row.username })}
                      onClick={() => setRemoved(row)}
                    >
                      {t('guests.remove')}
                    </ChangeButton>
                  ),
              },
            ]}
            rows={challenge.guests}
            keyOf={({ vendor }) => vendor}
          />
        </>
      )}
      {isInviting && <InviteDialog challenge={challenge} onClose={() => setInviting(false)} />}
      {removed && (
        <ConfirmDialog
          title={t('guests.removeNamed', { username: removed.username })}
          text={t('guests.removeText')}
          yes={t('guests.remove')}
          no={t('dismiss')}
          onYes={() => void remove(removed.vendor)}
          onNo={() => setRemoved(null)}
        />
      )}
    </section>
  )
}
