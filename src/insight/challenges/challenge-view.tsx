import { useFormatter, useTranslations } from 'use-intl'
import { Facts } from '#ui/facts.tsx'
import { useDays } from '#ui/use-day.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import { progressOf } from './challenge.rules.ts'
import css from './challenges.module.css'
import { ChallengeStatus } from './challenge-lanes.tsx'

/** A challenge in one line (when, who, how it scores), with its cover and description. */
export function ChallengeView({ challenge }: { challenge: ChallengeDetail }) {
  const t = useTranslations('challenges')
  const format = useFormatter()
  const days = useDays()
  const { daysLeft } = progressOf(challenge, challenge.today)
  const { metric, unit, pointsPerUnit, mode, topN, target, max, entrants } = challenge
  return (
    <>
      {challenge.cover && <img className={css['cover']} src={challenge.cover} alt="" />}
      {challenge.description && <p dir="auto">{challenge.description}</p>}
      {challenge.state === 'cancelled' && <p dir="auto">{challenge.reason || t('removed')}</p>}
      <Facts
        label={t('one')}
        facts={[
          { name: t('view.state'), value: <ChallengeStatus state={challenge.state} /> },
          ...(challenge.host ? [{ name: t('view.host'), value: challenge.host }] : []),
          {
            name: t('view.days'),
            value: `${days(challenge.startsAt, challenge.endsAt)}${challenge.state === 'live' ? ` · ${t('daysLeft', { count: daysLeft })}` : ''}`,
          },
          {
            name: t('view.scoring'),
            value: t('view.points', { count: pointsPerUnit, unit: metric === 'manual' ? unit : t(`view.${metric}`) }),
          },
          {
            name: t('view.mode'),
            value: mode === 'leaderboard' ? t('view.topN', { count: topN ?? 0 }) : t('view.target', { points: format.number(target ?? 0) }),
          },
          { name: t('view.entrants'), value: max === null ? format.number(entrants) : t('view.ofPlaces', { entrants, max }) },
        ]}
      />
    </>
  )
}
