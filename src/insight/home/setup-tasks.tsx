import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './home.client.ts'
import css from '#business/setup/setup-tasks.module.css'
import { setupTasks } from '#business/setup/setup.rules.ts'
import type { Progress } from '#business/setup/vendor.contract.ts'
import type { Place } from '#lib/addresses.ts'
import { CheckMark } from '#ui/check-mark.tsx'

/** Where each task is done, and where its rows are afterwards. */
export const taskPlaces: Record<(typeof setupTasks)[number], { open: Place; done: Place }> = {
  profileCompleted: { open: { to: '/setup', hash: 'vendor-name' }, done: { to: '/setup', hash: 'vendor-name' } },
  serviceCompleted: { open: { to: '/services/add' }, done: { to: '/services' } },
  addTrainer: { open: { to: '/staff/add' }, done: { to: '/staff' } },
  addHall: { open: { to: '/services/add', search: { kind: 'hall' } }, done: { to: '/services', search: { tab: 'halls' } } },
  addBatch: { open: { to: '/services/add', search: { kind: 'batch' } }, done: { to: '/services', search: { tab: 'batches' } } },
}

/** A task as a link to where it is done, for members who may do it; for others an open task is no link. */
function Task({ place, isDone, children }: { place: Place; isDone: boolean; children: ReactNode }) {
  const canSetUp = useMay('setup.saveVendor')
  if (!canSetUp)
    return (
      <div className={css['task']} data-done={isDone}>
        {children}
      </div>
    )
  const { to, search = {}, hash } = place
  return (
    <Link className={css['task']} data-done={isDone} to={to} search={search} {...(hash ? { hash } : {})}>
      {children}
    </Link>
  )
}

/** The five tasks as whole-row links, each with what is left (design, Behaviour 6). */
export function SetupTasks({ progress }: { progress: Progress }) {
  const t = useTranslations('home.setup')
  return (
    <ol className={css['tasks']} aria-label={t('tasksLabel')}>
      {setupTasks.map((task, index) => {
        const isDone = progress[task]
        return (
          <li key={task}>
            <Task place={taskPlaces[task][isDone ? 'done' : 'open']} isDone={isDone}>
              <span className={css['number']} aria-hidden="true">
                {index + 1}
              </span>
              <span className={css['name']}>{t(`tasks.${task}`)}</span>
              {isDone ? (
                <span className={css['done']}>
                  <CheckMark />
                  {t('taskDone')}
                </span>
              ) : (
                <span className={css['open']}>{t(`taskActions.${task}`)}</span>
              )}
            </Task>
          </li>
        )
      })}
    </ol>
  )
}
