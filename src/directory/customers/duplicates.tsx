import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './customers.client.ts'
import { changed } from '#web/changed.ts'
import { fullName } from '#lib/names.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { Customer } from './customer.contract.ts'
import css from './duplicates.module.css'

/** Other customers with the same phone, e-mail or name, and a way to merge them. */
export function Duplicates({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const failed = useFailed()
  const [drop, setDrop] = useState<Customer | null>(null)
  const { data } = useQuery({ queryKey: ['customers', 'duplicates', row.id], queryFn: () => api.customers.duplicates({ id: row.id }) })
  if (!data || data.length === 0) return null
  async function merge(other: Customer): Promise<void> {
    setDrop(null)
    try {
      await api.customers.merge({ id: row.id, version: row.version, drop: other.id })
      toastSuccess(t('merge.done', { name: fullName(row) }))
    } catch (error) {
      failed(error)
    }
    await changed('customers')
  }
  return (
    <section className={css['duplicates']} aria-labelledby="duplicates">
      <h2 id="duplicates">{t('merge.title')}</h2>
      <ul>
        {data.map((other) => (
          <li key={other.id}>
            <Link to="/sales/customer" search={{ id: other.id }} dir="auto">
              {fullName(other)}
            </Link>
            <span className="ltr">{[other.phone, other.email].filter(Boolean).join(' · ')}</span>
            <ChangeButton look="quiet" aria-label={`${t('merge.open')}: ${fullName(other)}`} onClick={() => setDrop(other)}>
              {t('merge.open')}
            </ChangeButton>
          </li>
        ))}
      </ul>
      {drop && (
        <ConfirmDialog
          title={t('merge.ask', { drop: fullName(drop), name: fullName(row) })}
          text={t('merge.what', { drop: fullName(drop) })}
          yes={t('merge.confirm')}
          no={t('back')}
          onYes={() => void merge(drop)}
          onNo={() => setDrop(null)}
        />
      )}
    </section>
  )
}
