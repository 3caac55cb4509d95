import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { setupTasks } from './setup.rules.ts'
import css from './setup.module.css'
import type { Progress } from './vendor.contract.ts'

/** Where each task is done. */
const places: Record<(typeof setupTasks)[number], { to: string; search?: Record<string, string> }> = {
  profileCompleted: { to: '/setup' },
  serviceCompleted: { to: '/services/add' },
  addTrainer: { to: '/staff/add' },
  addHall: { to: '/services/add', search: { kind: 'hall' } },
  addBatch: { to: '/services/add', search: { kind: 'batch' } },
}

/** The five tasks as whole-row links, each with what is left (design, Behaviour 6). */
export function SetupTasks({ progress }: { progress: Progress }) {
  const t = useTranslations('setup')
  return (
    <ol className={css['tasks']} aria-label={t('tasksLabel')}>
      {setupTasks.map((task, index) => (
        <li key={task}>
          <Link
            className={css['task']}
            data-done={progress[task]}
            to={places[task].to}
            search={(places[task].search ?? {}) as never}
            {...(task === 'profileCompleted' ? { hash: 'vendor-name' } : {})}
          >
            <span className={css['number']} aria-hidden="true">
              {index + 1}
            </span>
            {t(`tasks.${task}`)}
            <span className={css['state']}>{progress[task] ? t('taskDone') : t('taskOpen')}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
