import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { browserOf } from '#business/accounts/browser-name.rules.ts'
import { passkeysMost, renamePasskeyInput, type Passkey } from '#business/accounts/passkey.contract.ts'
import { usePasskeySupport } from '#business/accounts/passkey-support.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import css from '#business/setup/setup.module.css'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { toastError, toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useForm } from '#ui/use-form.ts'
import { useMoment } from '#ui/use-moment.ts'

function RenameForm({ passkey: { id, name }, onDone, onClose }: { passkey: Passkey; onDone: () => void; onClose: () => void }) {
  const t = useTranslations('setup.security.passkeys')
  const form = useForm({
    name: 'passkey',
    initial: { id, name },
    schema: renamePasskeyInput,
    async submit(values) {
      await api.accounts.renamePasskey(values)
      onDone()
    },
  })
  return (
    <Dialog title={t('renameTitle')} onClose={onClose}>
      <DialogForm form={form} save={t('rename')} back={t('cancel')} isFree onClose={onClose}>
        <TextField field={form.field('name')} label={t('name.label')} maxLength={60} />
      </DialogForm>
    </Dialog>
  )
}

/** The name of a new passkey: the browser that created it, which its member may change. */
function useDeviceName(): string {
  const t = useTranslations('setup.security')
  const known = browserOf(navigator.userAgent)
  return known ? t('on', known) : t('passkeys.device')
}

function Row({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const t = useTranslations('setup.security.passkeys')
  const when = useMoment()
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey
  const facts = [
    t('created', { date: when(createdAt) }),
    lastUsedAt ? t('used', { date: when(lastUsedAt) }) : t('unused'),
    ...(isBackedUp ? [t('backedUp')] : []),
  ]
  return (
    <li className={css['passkey']}>
      <div>
        <strong dir="auto">{name}</strong>
        <p className={css['note']}>{facts.join(' · ')}</p>
      </div>
      <div className={css['buttons']}>
        <Button look="quiet" aria-label={t('renameOf', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button look="quiet" aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** The member's passkeys: adding, renaming and removing them. */
export function Passkeys() {
  const t = useTranslations('setup.security.passkeys')
  const client = useQueryClient()
  const failed = useFailed()
  const isSupported = usePasskeySupport()
  const name = useDeviceName()
  const { confirmed, dialog } = useStepUp()
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<{ passkey: Passkey; isRemoval: boolean } | null>(null)
  const { data = [] } = useQuery({ queryKey: ['accounts', 'passkeys'], queryFn: () => api.accounts.passkeys() })
  const done = async (said: string) => {
    setOpen(null)
    toastSuccess(said)
    await client.invalidateQueries({ queryKey: ['accounts', 'passkeys'] })
  }
  const add = async () => {
    const { createPasskey } = await import('#business/accounts/passkey-browser.ts')
    const outcome = await confirmed(createPasskey)
    if (outcome === null || outcome === 'closed') return
    if (typeof outcome === 'string') return toastError(t(outcome))
    await api.accounts.addPasskey({ ...outcome.answer, name })
    await done(t('added'))
  }
  const startAdding = () => {
    setBusy(true)
    void add()
      .catch(failed)
      .finally(() => setBusy(false))
  }
  const remove = async ({ id }: Passkey) => {
    setOpen(null)
    if ((await confirmed(() => api.accounts.removePasskey({ id }))) !== null) await done(t('removed'))
  }
  const isFull = data.length >= passkeysMost
  return (
    <section className={css['section']}>
      <h2>{t('title')}</h2>
      <p className={css['note']}>{t('text')}</p>
      {data.length > 0 && (
        <ul>
          {data.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ passkey, isRemoval: false })}
              onRemove={() => setOpen({ passkey, isRemoval: true })}
            />
          ))}
        </ul>
      )}
      {isFull && <p className={css['note']}>{t('full', { most: passkeysMost })}</p>}
      {isSupported === false && <p className={css['note']}>{t('unsupported')}</p>}
      {isSupported && !isFull && (
        <div>
          <Button isBusy={isBusy} onClick={startAdding}>
            {t('add')}
          </Button>
        </div>
      )}
      {open && !open.isRemoval && (
        <RenameForm passkey={open.passkey} onDone={() => void done(t('renamed'))} onClose={() => setOpen(null)} />
      )}
      {open?.isRemoval && (
        <ConfirmDialog
          title={t('removeTitle', { name: open.passkey.name })}
          text={t('removeText')}
          yes={t('removeGo')}
          no={t('cancel')}
          onYes={() => void remove(open.passkey).catch(failed)}
          onNo={() => setOpen(null)}
        />
      )}
      {dialog}
    </section>
  )
}
