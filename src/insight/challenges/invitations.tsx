import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { changed } from '#web/changed.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDays } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import css from './challenges.module.css'
import { useChallengeName } from './use-name.ts'

/** Invitations from other businesses, each with its two answers. */
export function Invitations() {
  const t = useTranslations('challenges.invitations')
  const name = useChallengeName()
  const days = useDays()
  const failed = useFailed()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string | null>(null)
  const { data } = useQuery({ queryKey: ['challenges', 'invitations'], queryFn: () => api.challenges.invitations() })
  async function answer(id: string, isAccepted: boolean): Promise<void> {
    setBusy(id)
    try {
      if (isAccepted) await api.challenges.accept({ id })
      else await api.challenges.decline({ id })
      toastSuccess(t(isAccepted ? 'accepted' : 'declined'))
      if (isAccepted) void navigate({ to: '/challenges/challenge', search: { id } })
    } catch (error) {
      failed(error)
    }
    await changed('challenges')
    setBusy(null)
  }
  if (!data || data.length === 0) return null
  return (
    <section className={css['asked']} aria-labelledby="invitations">
      <h2 id="invitations">{t('title')}</h2>
      <ul>
        {data.map((row) => (
          <li key={row.challenge}>
            <span>
              <strong dir="auto">{name(row)}</strong> {t('from', { host: row.host })} · {days(row.startsAt, row.endsAt)}
            </span>
            <span className={css['buttons']}>
              <ChangeButton
                look="outline"
                aria-label={t('declineNamed', { name: name(row) })}
                onClick={() => void answer(row.challenge, false)}
              >
                {t('decline')}
              </ChangeButton>
              <ChangeButton
                look="primary"
                isBusy={busy === row.challenge}
                aria-label={t('acceptNamed', { name: name(row) })}
                onClick={() => void answer(row.challenge, true)}
              >
                {t('accept')}
              </ChangeButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
