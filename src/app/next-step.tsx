import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { setupTasks } from '#business/setup/setup.rules.ts'
import { taskPlaces } from '#insight/home/setup-tasks.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PlaceLink } from '#ui/place-link.tsx'
import css from './shell.module.css'

/** The pages on which a saved step of the setup ends; Home and the forms show the steps themselves. */
const ends = ['/services', '/staff', '/setup']

/** While a business is being set up: how far it is, and a link to what comes next. */
export function NextStep() {
  const t = useTranslations('home.setup')
  const canSetUp = useMay('setup.saveVendor')
  const { data: progress } = useQuery(progressQuery)
  const isHere = useRouterState({ select: ({ location }) => ends.includes(location.pathname) })
  const done = progress ? setupTasks.filter((task) => progress[task]).length : 0
  const next = progress && setupTasks.find((task) => !progress[task])
  if (!canSetUp || !isHere || !next || done === 0) return null
  return (
    <div className={css['next']}>
      <progress className={css['steps']} max={setupTasks.length} value={done} aria-hidden="true" />
      <p>{t('next.done', { done, all: setupTasks.length })}</p>
      <PlaceLink className={buttonClass('outline')} place={taskPlaces[next].open}>
        {t('next.open', { task: t(`taskActions.${next}`) })}
      </PlaceLink>
    </div>
  )
}
