import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import type { Place } from '#lib/addresses.ts'
import { trialDays } from '#lib/plans.ts'
import { useEntries } from './use-entries.ts'
import { keysOfPlace } from './palette/chords.ts'
import { isSection } from './sections.ts'
import { SubEntries } from './sub-entries.tsx'
import { Icon } from '#ui/icon.tsx'
import { useReader } from '#ui/use-reader.ts'
import { singleKeysAreOn } from './single-keys.ts'
import css from './sidebar.module.css'

/** Whether a path belongs to the entry that leads to `start`. */
const isWithin = (path: string, start: string) => (start === '/' ? path === '/' : path === start || path.startsWith(`${start}/`))

const hour = 3_600_000

function Trial() {
  const t = useTranslations('app.trial')
  // Refetched hourly, since a tab may stay open past midnight and only the server's clock counts.
  const { data: plan } = useQuery({ ...planQuery, refetchInterval: hour })
  if (!plan || plan.plan !== null) return null
  const days = plan.daysLeft
  return (
    <a className={css['trial']} href="/plans" title={`${t('name')}, ${t('left', { days })}`}>
      <span className={css['trialName']}>{t('name')}</span>
      <span className={css['trialLeft']}>{t('left', { days })}</span>
      <span className={css['trialDays']} aria-hidden="true">
        {days}
      </span>
      <progress className={css['progress']} max={trialDays} value={trialDays - days} aria-label={t('elapsed')} />
    </a>
  )
}

/** The entries with Setup's percentage, the ball at the current one, and the trial block below (spec 2). */
export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('app')
  const { data: progress } = useQuery(progressQuery)
  const at = useRouterState({ select: (state) => state.location.pathname })
  const entries = useEntries()
  const current = entries.findIndex(([, start]) => isWithin(at, start))
  // The server, which draws it too, has no such choice.
  const areKeysOn = useReader(singleKeysAreOn, true)
  const hint = (title: string, place: Place) => {
    const keys = keysOfPlace(place)
    return keys === undefined || !areKeysOn ? title : t('shortcuts.hint', { name: title, keys })
  }
  return (
    <>
      <nav className={css['nav']} aria-label={t('nav.label')}>
        <div className={css['entries']}>
          <ul>
            {entries.map(([name, path], index) => (
              <li key={name}>
                <Link
                  className={css['entry']}
                  to={path}
                  activeOptions={{ exact: path === '/', includeSearch: false }}
                  title={hint(t(`nav.${name}`), { to: path })}
                  onClick={onNavigate}
                >
                  <Icon name={name} />
                  <span className={css['entryText']}>{t(`nav.${name}`)}</span>
                  {name === 'setup' && progress && <span className={css['badge']}>{t('nav.percent', { percent: progress.percent })}</span>}
                </Link>
                {index === current && isSection(path) && <SubEntries section={path} path={at} onNavigate={onNavigate} />}
              </li>
            ))}
          </ul>
          {current >= 0 && <span className={css['ball']} aria-hidden="true" style={{ '--at': current }} />}
        </div>
      </nav>
      <Trial />
    </>
  )
}
