import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './customers.client.ts'
import { queryClient } from '#web/query.ts'
import { changed } from '#web/changed.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import { importFields, type Import } from './import.contract.ts'
import css from './import.module.css'
import type { Result } from './use-import.ts'

/** Undoes an import and shows how many customers that removed. */
function useUndo() {
  const t = useTranslations('customers.import')
  const failed = useFailed()
  return async (id: string): Promise<boolean> => {
    try {
      const { removed, kept: remaining } = await api.imports.undo({ id })
      toastSuccess(`${t('result.undone', { count: removed })}${remaining > 0 ? ` ${t('result.kept', { count: remaining })}` : ''}`)
      return true
    } catch (error) {
      failed(error)
      return false
    } finally {
      await changed('customers')
      await queryClient.invalidateQueries({ queryKey: ['imports'] })
    }
  }
}

/** How many rows were imported and left out, with undo and the left-out rows as a file. */
export function ImportResult({ result, onAgain }: { result: Result; onAgain: () => void }) {
  const t = useTranslations('customers.import')
  const undo = useUndo()
  const [isUndone, setUndone] = useState(false)
  const download = async () => {
    const { downloadCsv } = await import('#ui/csv-file.ts')
    downloadCsv(
      'left-out',
      [...importFields],
      result.left.map((row) => importFields.map((field) => row[field] ?? '')),
    )
  }
  return (
    <section className={css['section']} aria-labelledby="result">
      <h2 id="result">{t('result.title', { count: result.made })}</h2>
      <p>{t('result.left', { count: result.left.length })}</p>
      <div className={css['actions']}>
        <Link className={buttonClass('primary')} to="/sales" search={{ tab: 'customers' }}>
          {t('result.see')}
        </Link>
        {result.left.length > 0 && <Button onClick={() => void download()}>{t('result.bad')}</Button>}
        {!isUndone && result.made > 0 && (
          <ChangeButton look="outline" onClick={() => void undo(result.id).then(setUndone)}>
            {t('result.undo')}
          </ChangeButton>
        )}
        <Button onClick={onAgain}>{t('result.again')}</Button>
      </div>
    </section>
  )
}

/** Earlier imports, each with undo, which asks first: it may remove thousands of customers imported weeks ago. */
export function PastImports() {
  const t = useTranslations('customers.import')
  const names = useTranslations('customers')
  const when = useMoment()
  const undo = useUndo()
  const [asked, setAsked] = useState<Import | null>(null)
  const { data } = useQuery({ queryKey: ['imports'], queryFn: () => api.imports.list() })
  if (!data || data.length === 0) return null
  return (
    <section className={css['section']} aria-labelledby="past">
      <h2 id="past">{t('past.title')}</h2>
      <ul className={css['past']}>
        {data.map((row) => (
          <li key={row.id}>
            <span>
              <strong dir="auto">{row.fileName}</strong>
              <span className={css['note']}>
                {when(row.createdAt)} · {t('past.made', { count: row.made })} · {t(`past.states.${row.state}`)}
              </span>
            </span>
            {row.state !== 'undone' && row.made > 0 && (
              <ChangeButton look="outline" onClick={() => setAsked(row)}>
                {t('result.undo')}
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('past.undoTitle', { count: asked.made })}
          text={t('past.undoText')}
          yes={t('result.undo')}
          no={names('back')}
          onYes={() => {
            setAsked(null)
            void undo(asked.id)
          }}
          onNo={() => setAsked(null)}
        />
      )}
    </section>
  )
}
