import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './sessions.client.ts'
import { queryClient } from '#web/query.ts'
import { trainerName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useDayManner } from '#ui/use-day.ts'
import css from './dialogs.module.css'

type Person = { id: string; Fname: string; Lname: string }

/** Secret calendar addresses: create one for all sessions or for a trainer's, see it once, revoke it. */
export function FeedsDialog({ trainers, onClose }: { trainers: Person[]; onClose: () => void }) {
  const t = useTranslations('sessions.feeds')
  const words = useTranslations('sessions')
  const failed = useFailed()
  const format = useFormatter()
  const manner = useDayManner()
  const [trainer, setTrainer] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const { data } = useQuery({ queryKey: ['feeds'], queryFn: () => api.feeds.list() })
  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    await queryClient.invalidateQueries({ queryKey: ['feeds'] })
  }
  const createFeed = () =>
    run(async () => {
      const { path } = await api.feeds.create({ trainer: trainer || null })
      setAddress(window.location.origin + path)
    })
  const revoke = (id: string) =>
    run(async () => {
      await api.feeds.remove({ id })
      setAddress(null)
      toastSuccess(t('revoked'))
    })
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className={css['note']}>{t('text')}</p>
      <Choice
        label={t('who')}
        value={trainer}
        options={[{ value: '', label: t('all') }, ...trainers.map((row) => ({ value: row.id, label: trainerName(row) }))]}
        onChange={setTrainer}
      />
      <div className={css['actions']}>
        <ChangeButton onClick={() => void createFeed()}>{t('make')}</ChangeButton>
        <Button onClick={onClose}>{words('back')}</Button>
      </div>
      {address && (
        <div className={css['address']} role="status">
          <strong>{t('address')}</strong>
          <code className="ltr">{address}</code>
          <span className={css['note']}>{t('once')}</span>
          <CopyButton text={address} />
        </div>
      )}
      {data && data.length > 0 && (
        <ul className={css['rows']}>
          {data.map((feed) => (
            <li key={feed.id}>
              <span>
                <strong dir="auto">{feed.trainerName ?? t('all')}</strong>
                <span className={css['note']}>{t('made', { date: format.dateTime(new Date(feed.createdAt), manner) })}</span>
              </span>
              <Button onClick={() => void revoke(feed.id)}>{t('revoke')}</Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
