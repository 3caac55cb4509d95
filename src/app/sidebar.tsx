import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { trialAt, trialDays } from '#features/plans/plan.rules.ts'
import { Icon } from './icons.tsx'
import { planQuery, progressQuery } from '#api/queries.ts'
import css from './shell.module.css'

/** The eight entries of spec 2, in order. */
export const entries = [
  ['home', '/'],
  ['services', '/services'],
  ['sales', '/sales'],
  ['staff', '/staff'],
  ['finance', '/finance'],
  ['challenges', '/challenges'],
  ['rankings', '/rankings'],
  ['setup', '/setup'],
] as const

function Trial() {
  const t = useTranslations('app.trial')
  const { data: plan } = useQuery(planQuery)
  if (!plan || plan.plan !== null) return null
  const { daysLeft, elapsedShare } = trialAt(plan.trialStartedAt, Date.now())
  // The server's clock counts the days; the share of the bar follows the same number.
  const days = Math.min(daysLeft, plan.daysLeft)
  return (
    <a className={css['trial']} href="/plans">
      <span>{t('name')}</span>
      <span className={css['dimmed']}>{t('left', { days })}</span>
      <progress
        className={css['progress']}
        max={trialDays}
        value={Math.round(Math.max(elapsedShare * trialDays, trialDays - plan.daysLeft))}
        aria-label={t('elapsed')}
      />
    </a>
  )
}

/** The entries with Setup's percentage, and the trial block below (spec 2). */
export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('app')
  const { data: progress } = useQuery(progressQuery)
  return (
    <>
      <nav className={css['nav']} aria-label={t('nav.label')}>
        <ul>
          {entries.map(([name, path]) => (
            <li key={name}>
              <Link
                className={css['entry']}
                to={path}
                activeOptions={{ exact: path === '/', includeSearch: false }}
                title={t(`nav.${name}`)}
                onClick={onNavigate}
              >
                <Icon name={name} />
                <span className={css['entryText']}>{t(`nav.${name}`)}</span>
                {name === 'setup' && progress && <span className={css['badge']}>{t('nav.percent', { percent: progress.percent })}</span>}
                <span className={css['ball']} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Trial />
    </>
  )
}
