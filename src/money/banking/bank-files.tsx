import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { State, Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import { api, useMay } from './banking.client.ts'
import type { BankFile } from './banking.contract.ts'
import css from './banking.module.css'

/** An imported file, with the button that removes it while none of its lines is matched. */
function File({ file, onRemove }: { file: BankFile; onRemove: ((file: BankFile) => void) | null }) {
  const t = useTranslations('banking.files')
  const day = useDay()
  const when = useMoment()
  const { name, fromDay, toDay, at, importedBy, lines, matched } = file
  return (
    <li>
      <span className={css['words']}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{t('span', { from: day(fromDay), to: day(toDay) })}</span>
        <span>{t('lines', { count: lines, matched })}</span>
        <span className={css['note']}>{t('imported', { when: when(at), by: importedBy })}</span>
      </span>
      {onRemove && matched > 0 && <span className={css['note']}>{t('undoFirst')}</span>}
      {onRemove && matched === 0 && (
        <ChangeButton look="outline" onClick={() => onRemove(file)}>
          {t('remove')}
        </ChangeButton>
      )}
    </li>
  )
}

/** The bank files of an account, of which one that was imported wrongly can be removed. */
export function BankFiles({ account, onClose }: { account: Pick<MoneyAccount, 'id'>; onClose: () => void }) {
  const t = useTranslations('banking.files')
  const failed = useFailed()
  const canRemove = useMay('banking.removeFile')
  const [removing, setRemoving] = useState<BankFile | null>(null)
  const query = useQuery({ queryKey: ['banking', 'files', account.id], queryFn: () => api.banking.files({ account: account.id }) })
  async function remove({ id }: BankFile): Promise<void> {
    setRemoving(null)
    try {
      const { lines } = await api.banking.removeFile({ id })
      toastSuccess(t('removed', { count: lines }))
    } catch (error) {
      failed(error)
    } finally {
      await changed('banking')
    }
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {!query.data || query.isError ? (
        <Unread query={query} />
      ) : query.data.rows.length === 0 ? (
        <State title={t('none')} text={t('noneText')} />
      ) : (
        <ul className={css['files']} aria-label={t('title')}>
          {query.data.rows.map((file) => (
            <File key={file.id} file={file} onRemove={canRemove ? setRemoving : null} />
          ))}
        </ul>
      )}
      <div className={css['actions']}>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      {removing && (
        <ConfirmDialog
          title={t('removeTitle')}
          text={t('removeText', { name: removing.name, count: removing.lines })}
          yes={t('remove')}
          no={t('keep')}
          onYes={() => void remove(removing)}
          onNo={() => setRemoving(null)}
        />
      )}
    </Dialog>
  )
}
