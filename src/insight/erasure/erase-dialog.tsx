import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './erasure.client.ts'
import { changed } from '#web/changed.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { useMoney } from '#business/ledger/use-money.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Failed, Skeleton } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import css from './erase-dialog.module.css'
import { eraseInput, type Erasure } from './erasure.contract.ts'

type Props = { row: Customer; onClose: () => void }

const erased = ['person', 'texts', 'sent', 'boards', 'log', 'archives'] as const

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['part']}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

/** What must be resolved first. */
function Blocked({ found, onClose }: { found: Erasure; onClose: () => void }) {
  const t = useTranslations('erasure')
  const money = useMoney(found)
  return (
    <>
      <Part title={t('blocked')}>
        {found.places > 0 && <li>{t('places', { count: found.places })}</li>}
        {found.due > 0 && <li>{t('due', { amount: money(found.due) })}</li>}
      </Part>
      <div className={css['actions']}>
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  )
}

/** What is erased and what stays, with the name to be typed again. */
function EraseForm({ row, found, confirmed, onClose }: Props & { found: Erasure; confirmed: ReturnType<typeof useStepUp>['confirmed'] }) {
  const t = useTranslations('erasure')
  const day = useDay()
  const { id, version } = row
  const form = useForm({
    name: 'erase',
    initial: { reason: '', name: '' },
    schema: eraseInput,
    input: (values) => ({ ...values, id, version }),
    async submit(values) {
      if ((await confirmed(() => api.customers.erase({ ...values, id, version }))) === null) return
      toastSuccess(t('done'))
      onClose()
      await changed('customers')
    },
  })
  return (
    <DialogForm form={form} isFree save={t('save')} look="danger" back={t('back')} onClose={onClose}>
      <Part title={t('goes')}>
        {erased.map((name) => (
          <li key={name}>{t(`gone.${name}`)}</li>
        ))}
      </Part>
      <Part title={t('stays')}>
        <li>{t('kept.numbers')}</li>
        {found.keepUntil !== null && <li>{t('kept.bills', { count: found.bills, until: day(found.keepUntil), years: found.years })}</li>}
        <li>{t('kept.log')}</li>
      </Part>
      <p className={css['warning']}>{t('warning')}</p>
      <TextField field={form.field('reason')} label={t('reason.label')} hint={t('reason.hint')} maxLength={200} />
      <TextField field={form.field('name')} label={t('name.label', { name: fullName(row) })} maxLength={81} />
    </DialogForm>
  )
}

/** Asks before a customer's personal data is erased: what blocks it, what is erased, what stays. */
export function EraseDialog({ row, onClose }: Props) {
  const t = useTranslations('erasure')
  // Not under the customers' query keys: a customer who was just erased is not fetched again.
  const query = useQuery({ queryKey: ['erasure', row.id, row.version], queryFn: () => api.customers.erasure({ id: row.id }), staleTime: 0 })
  const { confirmed, dialog } = useStepUp()
  const isBlocked = query.data !== undefined && (query.data.places > 0 || query.data.due > 0)
  return (
    <>
      <Dialog title={t('title', { name: fullName(row) })} onClose={onClose}>
        {query.isError && <Failed retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton rows={4} />}
        {query.data && isBlocked && <Blocked found={query.data} onClose={onClose} />}
        {query.data && !isBlocked && <EraseForm row={row} found={query.data} confirmed={confirmed} onClose={onClose} />}
      </Dialog>
      {dialog}
    </>
  )
}
