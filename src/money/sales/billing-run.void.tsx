import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useMoney } from '#business/ledger/use-money.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { runVoidInput, type BillingRun, type RunPreview } from './billing-run.contract.ts'
import css from './billing-run.module.css'
import { api } from './sales.client.ts'
import dialogs from './sale-dialogs.module.css'

const reasonForm = z.pick(runVoidInput, { reason: true })

/** What voiding the run would do. */
function Effect({ run }: { run: RunPreview }) {
  const t = useTranslations('sales.runs.void')
  const format = useFormatter()
  const money = useMoney(run, true)
  const facts = [
    ['bills', format.number(run.bills - run.voided)],
    ['due', money(run.due)],
    ...(run.credit > 0 ? [['credit', money(run.credit)] as const] : []),
    ['emails', format.number(run.emails)],
  ] as const
  return (
    <section className={dialogs['effect']}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The bills that prevent the void, each with its reason. */
function Obstacles({ run: { obstacles, blocked }, onClose }: { run: RunPreview; onClose: () => void }) {
  const t = useTranslations('sales.runs.void')
  return (
    <>
      <p>{t('blocked', { count: blocked })}</p>
      <ul className={css['obstacles']}>
        {obstacles.map(({ sale, number, obstacle }) => (
          <li key={sale}>
            <Link className="ltr" to="/sales/sale" search={{ id: sale }}>
              {number}
            </Link>
            <span>{t(`obstacle.${obstacle}`)}</span>
          </li>
        ))}
      </ul>
      {blocked > obstacles.length && <p className={css['note']}>{t('more', { count: blocked - obstacles.length })}</p>}
      <div className={css['pages']}>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
    </>
  )
}

function Confirm({ run, onClose }: { run: RunPreview; onClose: () => void }) {
  const t = useTranslations('sales')
  const form = useForm({
    name: 'void-run',
    initial: { reason: '' },
    schema: reasonForm,
    async submit({ reason }) {
      await api.sales.voidRun({ id: run.id, reason })
      await changed('sales')
      toastSuccess(t('runs.void.done'))
      onClose()
    },
  })
  return (
    <DialogForm form={form} save={t('runs.void.open')} look="danger" back={t('dismiss')} onClose={onClose}>
      <p className={css['note']}>{t('runs.void.text')}</p>
      <Effect run={run} />
      <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
    </DialogForm>
  )
}

/** Voids every bill of a run, after showing what that means or what prevents it. */
export function VoidRun({ run: { id, day: of }, onClose }: { run: BillingRun; onClose: () => void }) {
  const t = useTranslations('sales.runs.void')
  const day = useDay()
  const query = useQuery({ queryKey: ['sales', 'run', id], queryFn: () => api.sales.run({ id }), staleTime: 0, gcTime: 0 })
  return (
    <Dialog title={t('title', { day: day(of) })} onClose={onClose}>
      {query.isError ? (
        <Failed retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton rows={3} />
      ) : query.data.blocked > 0 ? (
        <Obstacles run={query.data} onClose={onClose} />
      ) : (
        <Confirm run={query.data} onClose={onClose} />
      )}
    </Dialog>
  )
}
