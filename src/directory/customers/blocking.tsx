import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './customers.client.ts'
import { changed } from '#web/changed.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { Customer } from './customer.contract.ts'

/** Blocks a customer from new enrolments after a question, or unblocks them at once. */
export function Blocking({ row }: { row: Customer }) {
  const t = useTranslations('customers')
  const failed = useFailed()
  const [isAsked, setAsked] = useState(false)
  const name = fullName(row)
  async function run(action: 'block' | 'unblock', message: string): Promise<void> {
    setAsked(false)
    try {
      await api.customers[action]({ id: row.id, version: row.version })
      toastSuccess(message)
    } catch (error) {
      failed(error)
    }
    await changed('customers')
  }
  if (row.state === 'blocked') return <Button onClick={() => void run('unblock', t('block.lifted', { name }))}>{t('block.lift')}</Button>
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        {t('block.open')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('block.title', { name })}
          text={t('block.text')}
          yes={t('block.open')}
          no={t('back')}
          onYes={() => void run('block', t('block.done', { name }))}
          onNo={() => setAsked(false)}
        />
      )}
    </>
  )
}
