import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/confirm.tsx'
import { State, Unread } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import { api, useMay } from './banking.client.ts'
import type { BankFile } from './banking.contract.ts'
import css from './banking.module.css'

/** The imported files, each with the button that removes it while none of its lines is matched. */
function Files({ files, onRemove }: { files: BankFile[]; onRemove: ((file: BankFile) => void) | null }) {
  const t = useTranslations('banking.files')
  const day = useDay()
  const when = useMoment()
  return (
    <Table
      label={t('title')}
      columns={[
        { key: 'name', label: t('name'), isHead: true, cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'days', label: t('days'), cell: ({ fromDay, toDay }) => t('span', { from: day(fromDay), to: day(toDay) }) },
        { key: 'at', label: t('importedOn'), isWhole: true, cell: ({ at }) => when(at) },
        { key: 'by', label: t('by'), isLesser: true, cell: ({ importedBy }) => <bdi>{importedBy}</bdi> },
        { key: 'lines', label: t('lines'), isNumber: true, cell: ({ lines }) => lines },
        { key: 'matched', label: t('matched'), isNumber: true, cell: ({ matched }) => matched },
        ...(onRemove
          ? [
              {
                key: 'actions',
                label: t('remove'),
                isActions: true,
                cell: (file: BankFile) =>
                  file.matched > 0 ? (
                    <span className={css['note']}>{t('undoFirst')}</span>
                  ) : (
                    <ChangeButton look="outline" onClick={() => onRemove(file)}>
                      {t('remove')}
                    </ChangeButton>
                  ),
              },
            ]
          : []),
      ]}
      rows={files}
      keyOf={({ id }) => id}
    />
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
        <Files files={query.data.rows} onRemove={canRemove ? setRemoving : null} />
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
