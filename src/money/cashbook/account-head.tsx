import type { ReactNode } from 'react'
import css from './cashbook.module.css'

/** Controls in a row that wraps, some of them at its end. */
export function ToolRow({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className={css['tools']}>
      {children}
      {end && <span className={css['end']}>{end}</span>}
    </div>
  )
}

/** The head of an account's page: the link back, its name, and what can be done with it. */
export function AccountHead({ back, name, children, end }: { back: ReactNode; name: string; children?: ReactNode; end?: ReactNode }) {
  return (
    <ToolRow end={end}>
      {back}
      <h3 className={css['name']}>
        <bdi>{name}</bdi>
      </h3>
      {children}
    </ToolRow>
  )
}
