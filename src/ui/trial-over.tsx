import { Link } from '@tanstack/react-router'
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { Button, buttonClass, type ButtonLook } from './button.tsx'
import css from './trial-over.module.css'

/** Whether the trial is over with no plan chosen, so that every change would be refused (product 2.1). Provided by the shell. */
export const TrialOver = createContext(false)

/** Whether every change would be refused because the trial is over. */
export const useTrialOver = (): boolean => useContext(TrialOver)

/** A link to the plans, in place of an action that needs one. */
export function ChoosePlan({ look = 'primary', children }: { look?: ButtonLook | undefined; children?: ReactNode }) {
  const t = useTranslations('ui.form')
  return (
    <a className={buttonClass(look)} href="/plans" title={t('choosePlan')}>
      <svg className={css['lock']} width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M2.5 6.5h9v6h-9zM4.5 6.5v-2a2.5 2.5 0 0 1 5 0v2" />
      </svg>
      {children ?? t('choosePlan')}
      {children !== undefined && <span className="hidden-text">{` (${t('choosePlan')})`}</span>}
    </a>
  )
}

/** The link to a form for a new record; to the plans once the trial is over. */
export function AddLink({ look = 'primary', children, to, search = {} }: Place & { look?: ButtonLook; children: ReactNode }) {
  if (useTrialOver()) return <ChoosePlan look={look}>{children}</ChoosePlan>
  return (
    <Link className={buttonClass(look)} to={to} search={search}>
      {children}
    </Link>
  )
}

/** A page's main button if it changes something; once the trial is over it leads to the plans. */
export function ChangeButton({ look = 'primary', children, ...button }: Omit<ComponentProps<typeof Button>, 'type'>) {
  if (useTrialOver()) return <ChoosePlan look={look}>{children}</ChoosePlan>
  return (
    <Button look={look} {...button}>
      {children}
    </Button>
  )
}
