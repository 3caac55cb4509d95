import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './customers.client.ts'
import { ActEffects, useActEffects, waiting } from '#business/acts/act-effects.tsx'
import { changed } from '#web/changed.ts'
import { fullName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import type { blockActs, Customer } from './customer.contract.ts'

/** Asks whether to block or to unblock a customer, and shows what that credits or charges. */
function BlockDialog({ row, act, onClose }: { row: Customer; act: (typeof blockActs)[number]; onClose: () => void }) {
  const t = useTranslations('customers')
  const name = fullName(row)
  const isBlocked = act === 'unblock'
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'block-customer',
    initial: {},
    schema: z.object({}),
    async submit() {
      if (!effects.check()) return
      await effects.decide((decision) => track(() => api.customers[act]({ id: row.id, version, decision })))
      toastSuccess(t(isBlocked ? 'block.lifted' : 'block.done', { name }))
      onClose()
      await changed('customers')
    },
  })
  const effects = useActEffects([act, row.id], () => api.customers.effects({ id: row.id, act }))
  const [title, text, save] = isBlocked ? (['liftTitle', 'liftText', 'lift'] as const) : (['title', 'text', 'open'] as const)
  return (
    <Dialog title={t(`block.${title}`, { name })} onClose={onClose}>
      <DialogForm
        form={waiting(form, effects)}
        save={t(`block.${save}`)}
        look={isBlocked ? 'primary' : 'danger'}
        back={t('back')}
        onClose={onClose}
      >
        <p>{t(`block.${text}`, { name })}</p>
        <ActEffects effects={effects} />
      </DialogForm>
    </Dialog>
  )
}

/** Blocks a customer from new enrolments and bills, or unblocks them, each after a question. */
export function Blocking({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const [asked, setAsked] = useState<(typeof blockActs)[number] | null>(null)
  const isBlocked = row.state === 'blocked'
  return (
    <>
      <ChangeButton look={isBlocked ? 'outline' : 'quiet'} onClick={() => setAsked(isBlocked ? 'unblock' : 'block')}>
        {t(isBlocked ? 'block.lift' : 'block.open')}
      </ChangeButton>
      {asked && <BlockDialog row={row} act={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
