import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useMoney } from '#business/ledger/use-money.ts'
import type { EffectLine } from '#business/acts/act-effects.contract.ts'
import { fullName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Failed } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { reverseEffectInput, type PostedEffects } from './effect.contract.ts'
import { api, useMay } from './effects.client.ts'
import css from './effect-list.module.css'

const reasonForm = z.pick(reverseEffectInput, { reason: true })

/** Reverses what an act credited and charged, after explaining that the act itself stays. */
function Reverse({ effects: { id }, onClose }: { effects: PostedEffects; onClose: () => void }) {
  const t = useTranslations('effects.reverse')
  const form = useForm({
    name: 'reverse-effects',
    initial: { reason: '' },
    schema: reasonForm,
    async submit({ reason }) {
      await api.effects.reverse({ id, reason })
      await changed('sales')
      toastSuccess(t('done'))
      onClose()
    },
  })
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <DialogForm form={form} save={t('confirm')} look="danger" back={t('back')} onClose={onClose}>
        <p>{t('text')}</p>
        <TextField field={form.field('reason')} label={t('reason')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}

/** What one line came to: an amount with its bill, or that it was waived or voided. */
function Posted({ line, money, hasNames }: { line: EffectLine; money: (minor: number) => string; hasNames: boolean }) {
  const t = useTranslations('effects')
  const { kind, sale, number, amount } = line
  const bill = number ?? ''
  return (
    <li>
      <span className={css['what']}>
        {hasNames && <bdi>{fullName(line)}</bdi>}{' '}
        {sale && (
          <Link to="/sales/sale" search={{ id: sale }}>
            {t(kind === 'void' ? 'voided' : 'bill', { number: bill })}
          </Link>
        )}{' '}
        {line.method && <small>{t(`refund.${line.method}`)}</small>}
      </span>
      <span className={css['amount']}>{amount === 0 ? t('waived') : money(kind === 'charge' ? amount : -amount)}</span>
    </li>
  )
}

/** Acts on more lines than these are shown by their sum until they are opened. */
const folded = 5

function Act({ effects, onReverse }: { effects: PostedEffects; onReverse: (() => void) | null }) {
  const t = useTranslations('effects')
  const day = useDay()
  const format = useFormatter()
  const money = useMoney(effects, true)
  const { act, batchName, reversedOn, obstacle, lines } = effects
  // An act on places of several batches names those of its lines.
  const batch = batchName || format.list([...new Set(lines.map((line) => line.batchName))])
  const title = t(`act.${act}`, { batch })
  const hasNames = new Set(lines.map(fullName)).size > 1
  const total = lines.reduce((sum, { kind, amount }) => sum + (kind === 'charge' ? amount : -amount), 0)
  const list = (
    <ul className={css['lines']}>
      {lines.map((line) => (
        <Posted key={line.id} line={line} money={money} hasNames={hasNames} />
      ))}
    </ul>
  )
  return (
    <li className={css['act']} data-reversed={reversedOn !== null}>
      <div className={css['head']}>
        <strong>{title}</strong>
        <span>{t('by', { day: day(effects.day), name: effects.actorName })}</span>
        {reversedOn !== null && <span>{t('reversedOn', { day: day(reversedOn) })}</span>}
      </div>
      {lines.length > folded ? (
        <details className={css['lines']}>
          <summary>{t('lines', { count: lines.length, amount: money(total) })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {onReverse !== null && obstacle === null && (
        <ChangeButton look="quiet" onClick={onReverse} aria-label={t('reverse.of', { act: title })}>
          {t('reverse.open')}
        </ChangeButton>
      )}
      {obstacle !== null && obstacle !== 'reversed' && <small>{t(`obstacle.${obstacle}`)}</small>}
    </li>
  )
}

/** The acts that credited or charged a customer, or the people of a batch; nothing without any. */
export function Effects({ of }: { of: { customer: string } | { batch: string } }) {
  const t = useTranslations('effects')
  const [maySee, mayReverse] = [useMay('effects.list'), useMay('effects.reverse')]
  const [open, setOpen] = useState<PostedEffects | null>(null)
  const query = useQuery({ queryKey: ['sales', 'effects', of], queryFn: () => api.effects.list(of), enabled: maySee })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data || query.data.rows.length === 0) return null
  return (
    <section className={css['effects']} aria-labelledby="effects">
      <h3 id="effects">{t('title')}</h3>
      <ul>
        {query.data.rows.map((row) => (
          <Act key={row.id} effects={row} onReverse={mayReverse ? () => setOpen(row) : null} />
        ))}
      </ul>
      {open && <Reverse effects={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
