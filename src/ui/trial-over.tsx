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

/** A small lock, on what needs a plan. */
export function Lock() {
  return (
    <svg className={css['lock']} width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M2.5 6.5h9v6h-9zM4.5 6.5v-2a2.5 2.5 0 0 1 5 0v2" />
    </svg>
  )
}

/** Whether the member may choose the plan; others read that the owner may. Provided by the shell. */
export const PlanChooser = createContext(true)

/** Messages load when there is one: the pages without a session have this file too. */
async function sayAsk(text: string): Promise<void> {
  const { toastError } = await import('./toast.tsx')
  toastError(text)
}

type ChoosePlanProps = { look?: ButtonLook | undefined; 'aria-label'?: string | undefined; children?: ReactNode }

/** A link to the plans, in place of an action that needs one; for a member who may not choose a plan, a locked action that says who may. */
export function ChoosePlan({ look = 'primary', 'aria-label': label, children }: ChoosePlanProps) {
  const t = useTranslations('ui.form')
  const mayChoose = useContext(PlanChooser)
  if (!mayChoose)
    return (
      <Button
        look={look}
        aria-disabled
        title={t('askOwner')}
        aria-label={label}
        aria-description={t('askOwner')}
        onClick={() => void sayAsk(t('askOwner'))}
      >
        <Lock />
        {children ?? t('choosePlan')}
      </Button>
    )
  return (
    <a className={buttonClass(look)} href="/plans" title={t('choosePlan')} aria-label={label && `${label} (${t('choosePlan')})`}>
      <Lock />
      {children ?? t('choosePlan')}
      {children !== undefined && <span className="hidden-text">{` (${t('choosePlan')})`}</span>}
    </a>
  )
}

/** In place of a form's submit button: the link to the plans and why it is there, or who may choose one. */
export function NeedsPlan() {
  const t = useTranslations('ui.form')
  const failures = useTranslations('lib.failures')
  if (!useContext(PlanChooser))
    return (
      <span className={css['ask']}>
        <Lock /> {t('trialOver')}
      </span>
    )
  return (
    <>
      <ChoosePlan />
      <span>{failures('plan/trial-expired')}</span>
    </>
  )
}

/**
 * A form's fields; once the trial is over they show their values and take none, since they could not be saved.
 * @param isFree whether the form saves something that needs no plan
 */
export function LockedFields({ isFree = false, children }: { isFree?: boolean; children: ReactNode }) {
  const isOver = useTrialOver()
  return (
    <fieldset className={css['fields']} disabled={isOver && !isFree}>
      {children}
    </fieldset>
  )
}

type AddLinkProps = Place & { look?: ButtonLook; 'aria-label'?: string; children: ReactNode }

/** The link to a form; to the plans once the trial is over. */
export function AddLink({ look = 'primary', children, to, search = {}, 'aria-label': label }: AddLinkProps) {
  if (useTrialOver())
    return (
      <ChoosePlan look={look} aria-label={label}>
        {children}
      </ChoosePlan>
    )
  return (
    <Link className={buttonClass(look)} to={to} search={search} aria-label={label}>
      {children}
    </Link>
  )
}

/** A button that changes something; once the trial is over it leads to the plans. */
export function ChangeButton({ look = 'primary', children, ...button }: Omit<ComponentProps<typeof Button>, 'type'>) {
  if (useTrialOver())
    return (
      <ChoosePlan look={look} aria-label={button['aria-label']}>
        {children}
      </ChoosePlan>
    )
  return (
    <Button look={look} {...button}>
      {children}
    </Button>
  )
}
