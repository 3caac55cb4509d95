import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { queryClient } from '#web/query.ts'
import { useStepUp } from '#business/accounts/step-up.tsx'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { State, Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import css from './developers.module.css'
import { ReplayForm } from './replay.form.tsx'
import { SecretOnce } from './secret-once.tsx'
import type { Webhook } from './webhook.contract.ts'
import { webhooksQuery } from './webhooks.query.ts'
import { WebhookForm } from './webhook.form.tsx'

function Row({ row }: { row: Webhook }) {
  const t = useTranslations('developers.webhooks')
  const at = useMoment()
  const tone = row.state === 'paused' || row.failingSince ? 'warn' : 'good'
  return (
    <div className={css['what']}>
      <span className={css['line']}>
        <code className={`${css['code']} ltr`}>{row.url}</code>
        <Status tone={tone}>{t(row.state === 'active' && row.failingSince ? 'states.failing' : `states.${row.state}`)}</Status>
      </span>
      <span className={css['note']}>
        {[
          t('asked', { count: row.events.length }),
          t('waiting', { count: row.waiting }),
          ...(row.failingSince ? [t('failingSince', { at: at(row.failingSince) })] : []),
          ...(row.formerUntil ? [t('formerUntil', { at: at(row.formerUntil) })] : []),
        ].join(' · ')}
      </span>
    </div>
  )
}

type Open = { kind: 'form' | 'replay' | 'remove' | 'roll'; row: Webhook } | { kind: 'add' } | { kind: 'secret'; secret: string } | null

/** The webhooks: created, tested, paused, given a new secret, removed. */
export function Webhooks() {
  const t = useTranslations('developers')
  const [open, setOpen] = useState<Open>(null)
  const failed = useFailed()
  const { confirmed, dialog } = useStepUp()
  const query = useQuery(webhooksQuery)
  const waiting = query.data?.reduce((sum, row) => sum + row.waiting, 0)
  useEffect(() => {
    // Deliveries sent meanwhile must appear in the list.
    void queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] })
  }, [waiting])
  const close = () => setOpen(null)
  const run = async (work: () => Promise<unknown>, done: string) => {
    close()
    await work().then(() => toastSuccess(done), failed)
    await changed('webhooks')
  }
  const roll = async ({ id, version }: Webhook) => {
    close()
    try {
      const rolled = await confirmed(() => api.webhooks.roll({ id, version }))
      if (rolled) setOpen({ kind: 'secret', secret: rolled.secret })
    } catch (error) {
      failed(error)
    }
    await changed('webhooks')
  }
  const seen = ({ id, version }: Webhook) => ({ id, version })
  const items = (row: Webhook): MenuItem[] => [
    { key: 'change', label: t('webhooks.change'), isChange: true, run: () => setOpen({ kind: 'form', row }) },
    { key: 'replay', label: t('replay.title'), isChange: true, run: () => setOpen({ kind: 'replay', row }) },
    { key: 'roll', label: t('webhooks.roll'), isChange: true, run: () => setOpen({ kind: 'roll', row }) },
    row.state === 'active'
      ? {
          key: 'pause',
          label: t('webhooks.pause'),
          isChange: false,
          run: () => void run(() => api.webhooks.pause(seen(row)), t('webhooks.paused')),
        }
      : {
          key: 'resume',
          label: t('webhooks.resume'),
          isChange: true,
          run: () => void run(() => api.webhooks.resume(seen(row)), t('webhooks.resumed')),
        },
    { key: 'remove', label: t('webhooks.remove'), isChange: false, run: () => setOpen({ kind: 'remove', row }) },
  ]
  const add = (
    <ChangeButton look="outline" onClick={() => setOpen({ kind: 'add' })}>
      {t('webhooks.add')}
    </ChangeButton>
  )
  return (
    <section className={css['section']} aria-labelledby="webhooks">
      <div className={css['head']}>
        <h2 id="webhooks">{t('webhooks.title')}</h2>
        {query.data && query.data.length > 0 && add}
      </div>
      {!query.data ? (
        <Unread query={query} rows={2} />
      ) : query.data.length === 0 ? (
        <State title={t('webhooks.none.title')} text={t('webhooks.none.text')} action={add} />
      ) : (
        <ul className={css['rows']}>
          {query.data.map((row) => (
            <li key={row.id}>
              <Row row={row} />
              <span className={css['actions']}>
                {row.state === 'active' && (
                  <ChangeButton
                    look="quiet"
                    aria-label={`${t('webhooks.test')}: ${row.url}`}
                    onClick={() => void run(() => api.webhooks.test({ id: row.id }), t('webhooks.tested'))}
                  >
                    {t('webhooks.test')}
                  </ChangeButton>
                )}
                <Menu label={t('webhooks.actions', { url: row.url })} items={items(row)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {(open?.kind === 'add' || open?.kind === 'form') && (
        <WebhookForm
          row={open.kind === 'form' ? open.row : null}
          onMade={(secret) => setOpen({ kind: 'secret', secret })}
          onClose={close}
        />
      )}
      {open?.kind === 'replay' && <ReplayForm row={open.row} onClose={close} />}
      {open?.kind === 'secret' && <SecretOnce title={t('webhooks.once')} secret={open.secret} onClose={close} />}
      {open?.kind === 'roll' && (
        <ConfirmDialog
          title={t('webhooks.roll')}
          text={t('webhooks.rollText')}
          yes={t('webhooks.roll')}
          no={t('back')}
          onYes={() => void roll(open.row)}
          onNo={close}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={t('webhooks.removeTitle', { url: open.row.url })}
          text={t('webhooks.removeText')}
          yes={t('webhooks.remove')}
          no={t('back')}
          onYes={() => void run(() => api.webhooks.remove({ id: open.row.id }), t('webhooks.removed'))}
          onNo={close}
        />
      )}
      {dialog}
    </section>
  )
}
