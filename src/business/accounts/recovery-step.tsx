import type { ReactNode } from 'react'
import css from './account.module.css'

/** One numbered step of the recovery; a locked step is visible and states what opens it. */
export function RecoveryStep({
  number,
  title,
  state,
  lockedNote,
  doneNote,
  children,
}: {
  number: number
  title: string
  state: 'open' | 'locked' | 'done'
  lockedNote?: string
  doneNote?: string
  children: ReactNode
}) {
  return (
    <li className={css['step']} data-state={state} aria-current={state === 'open' ? 'step' : undefined}>
      <span className={css['number']} aria-hidden="true">
        {number}
      </span>
      <div className={css['body']}>
        <div className={css['stepHead']}>
          <h2>{title}</h2>
          {state === 'done' && doneNote && <span className={css['done']}>{doneNote}</span>}
        </div>
        {state === 'locked' && <p className={css['note']}>{lockedNote}</p>}
        {children}
      </div>
    </li>
  )
}
