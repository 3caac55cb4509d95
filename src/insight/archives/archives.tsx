import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './archives.client.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { newRecordId } from '#lib/record-ids.ts'
import { Button } from '#ui/button.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import type { Archive } from './archive.contract.ts'
import css from './archives.module.css'

const queryKey = ['archives']

/** An archive's outcome in words. */
function useWords(): (archive: Archive) => string {
  const t = useTranslations('archives')
  const format = useFormatter()
  const when = useMoment()
  return ({ state, createdAt, asOf, rows, bytes, expiresAt }) => {
    if (state !== 'ready' || !asOf || !expiresAt)
      return `${t('asked', { at: when(createdAt) })} · ${t(state === 'ready' ? 'making' : state)}`
    const size = format.number((bytes ?? 0) / 1e6, { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 2 })
    return t('ready', { at: when(asOf), rows: rows ?? 0, size, until: when(expiresAt) })
  }
}

function Section() {
  const t = useTranslations('archives')
  const client = useQueryClient()
  const failed = useFailed()
  const wordsOf = useWords()
  const { confirmed, dialog } = useStepUp()
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => api.archives.list(),
    // An archive in progress becomes ready later.
    refetchInterval: ({ state }) => (state.data?.some((row) => row.state === 'making') ? 2000 : false),
  })
  async function startArchive(): Promise<void> {
    const id = newRecordId()
    const row = await confirmed(() => api.archives.begin({ id }))
    if (row) toastSuccess(t('begun'))
    await client.invalidateQueries({ queryKey })
  }
  async function download(id: string): Promise<void> {
    const opened = await confirmed(() => api.archives.open({ id }))
    if (opened) window.location.assign(opened.path)
  }
  return (
    <section id="archives" className={css['section']} aria-labelledby="archives-title">
      <h2 id="archives-title">{t('title')}</h2>
      <p className={css['note']}>{t('text')}</p>
      <div>
        <Button onClick={() => void startArchive().catch(failed)}>{t('begin')}</Button>
      </div>
      {data.length > 0 && (
        <ul className={css['list']} aria-label={t('list')} aria-live="polite">
          {data.map((archive) => (
            <li key={archive.id}>
              <span>{wordsOf(archive)}</span>
              {archive.state === 'ready' && (
                <Button look="quiet" onClick={() => void download(archive.id).catch(failed)}>
                  {t('download')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </section>
  )
}

/** "Export everything" of /setup, for members who may (product 4, "export all"); also after the trial is over. */
export function Archives() {
  return useMay('archives.begin') ? <Section /> : null
}
