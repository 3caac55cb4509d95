import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

export type ButtonLook = 'primary' | 'outline' | 'quiet' | 'danger'

/** Button classes, for links that look like buttons. */
export function buttonClass(look: ButtonLook = 'outline', isWide = false): string {
  return `${css['button']} ${css[look]} ${isWide ? css['wide'] : ''}`
}

type Props = Omit<ComponentProps<'button'>, 'className'> & { look?: ButtonLook; isBusy?: boolean; isWide?: boolean; children: ReactNode }

/** A button; while busy it keeps its label, shows progress and ignores clicks. */
export function Button({ look = 'outline', isBusy = false, isWide = false, type = 'button', children, onClick, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      className={buttonClass(look, isWide)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
      {isBusy && <span className={css['spinner']} aria-hidden="true" />}
    </button>
  )
}
