import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { State, Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import { useDayManner } from '#ui/use-day.ts'
import css from './developers.module.css'
import { keyPrefix, type Key } from './key.contract.ts'
import { KeyForm } from './key.form.tsx'
import { SecretOnce } from './secret-once.tsx'

function Row({ row }: { row: Key }) {
  const t = useTranslations('developers.keys')
  const format = useFormatter()
  const manner = useDayManner()
  const day = (at: string, before = 0) => format.dateTime(new Date(Date.parse(at) - before), manner)
  const when = useMoment()
  return (
    <div className={css['what']}>
      <span className={css['line']}>
        <strong dir="auto">{row.name}</strong>
        <code className={`${css['code']} ltr`}>{`${keyPrefix}…${row.ending}`}</code>
        {row.isExpired && <Status tone="warn">{t('expired')}</Status>}
      </span>
      <span className={css['scopes']}>
        {row.scopes.map((scope) => (
          <code key={scope} className={`${css['code']} ltr`}>
            {scope}
          </code>
        ))}
      </span>
      <span className={css['note']}>
        {t('madeOn', { day: day(row.createdAt) })}
        {row.expiresAt !== null && ` · ${t('worksUntil', { day: day(row.expiresAt, 1) })}`}
        {` · ${row.lastUsedAt ? t('usedAt', { at: when(row.lastUsedAt) }) : t('neverUsed')}`}
      </span>
    </div>
  )
}

type Open = { kind: 'form' } | { kind: 'secret'; secret: string } | { kind: 'revoke'; row: Key } | null

/** The API keys: created, shown once, revoked. */
export function Keys() {
  const t = useTranslations('developers')
  const [open, setOpen] = useState<Open>(null)
  const failed = useFailed()
  const query = useQuery({ queryKey: ['keys'], queryFn: () => api.keys.list() })
  const add = (
    <ChangeButton look="outline" onClick={() => setOpen({ kind: 'form' })}>
      {t('keys.add')}
    </ChangeButton>
  )
  const revoke = async ({ id }: Key) => {
    setOpen(null)
    await api.keys.revoke({ id }).then(() => toastSuccess(t('keys.revoked')), failed)
    await changed('keys')
  }
  return (
    <section className={css['section']} aria-labelledby="api-keys">
      <div className={css['head']}>
        <h2 id="api-keys">{t('keys.title')}</h2>
        {query.data && query.data.length > 0 && add}
      </div>
      {!query.data ? (
        <Unread query={query} rows={2} />
      ) : query.data.length === 0 ? (
        <State title={t('keys.none.title')} text={t('keys.none.text')} action={add} />
      ) : (
        <ul className={css['rows']}>
          {query.data.map((row) => (
            <li key={row.id}>
              <Row row={row} />
              <Button look="quiet" aria-label={`${t('keys.revoke')}: ${row.name}`} onClick={() => setOpen({ kind: 'revoke', row })}>
                {t('keys.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'form' && <KeyForm onMade={(secret) => setOpen({ kind: 'secret', secret })} onClose={() => setOpen(null)} />}
      {open?.kind === 'secret' && <SecretOnce title={t('keys.once')} secret={open.secret} onClose={() => setOpen(null)} />}
      {open?.kind === 'revoke' && (
        <ConfirmDialog
          title={t('keys.revokeTitle', { name: open.row.name })}
          text={t('keys.revokeText')}
          yes={t('keys.revoke')}
          no={t('back')}
          onYes={() => void revoke(open.row)}
          onNo={() => setOpen(null)}
        />
      )}
    </section>
  )
}
