import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { useToday } from '#business/setup/here.ts'
import { Status } from '#ui/surface.tsx'
import { useDays } from '#ui/use-day.ts'
import type { Challenge } from './challenge.contract.ts'
import { progressOf } from './challenge.rules.ts'
import css from './challenges.module.css'
import { useChallengeName, useEntrantName } from './use-name.ts'

/** A challenge's state as a word. */
export function ChallengeStatus({ state }: { state: Challenge['state'] }) {
  const t = useTranslations('challenges.states')
  return <Status tone={state === 'live' ? 'good' : state === 'cancelled' ? 'warn' : 'plain'}>{t(state)}</Status>
}

function Lane({ row }: { row: Challenge }) {
  const t = useTranslations('challenges')
  const format = useFormatter()
  const name = useChallengeName()
  const entrant = useEntrantName()
  const days = useDays()
  const today = useToday()
  const { share, daysLeft } = progressOf(row, today)
  return (
    <li className={css['lane']}>
      <div>
        <h2>
          <Link to="/challenges/challenge" search={{ id: row.id }} dir="auto">
            {name(row)}
          </Link>
        </h2>
        <p className={css['notes']}>
          <ChallengeStatus state={row.state} />
          <span>{t(`visibilities.${row.visibility}`)}</span>
          {row.host && <span>{t('hostedBy', { host: row.host })}</span>}
          {row.participation === 'team' && <span>{t('participations.team')}</span>}
        </p>
      </div>
      <div>
        <progress className={css['track']} value={share} max={1} aria-label={t('progress', { name: name(row) })} />
        <p className={css['notes']}>
          <span>{days(row.startsAt, row.endsAt)}</span>
          {row.state === 'live' && <span>{t('daysLeft', { count: daysLeft })}</span>}
          <span>{t('entrants', { count: row.entrants })}</span>
          <span>
            {row.leader
              ? t('leader', { name: `\u2068${entrant(row.leader.name)}\u2069`, points: format.number(row.leader.points) })
              : t('noLeader')}
          </span>
        </p>
      </div>
    </li>
  )
}

/** Challenges as lanes: how much of their time has passed, how many take part and who leads (product 6). */
export function Lanes({ rows }: { rows: Challenge[] }) {
  return (
    <ul className={css['lanes']}>
      {rows.map((row) => (
        <Lane key={row.id} row={row} />
      ))}
    </ul>
  )
}
