import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm.tsx'
import css from './entity-form.module.css'
import { Problems } from './problems.tsx'
import { LockedFields, NeedsPlan, useTrialOver } from './trial-over.tsx'
import type { useForm } from './use-form.ts'

type Form = Pick<ReturnType<typeof useForm>, 'problems' | 'failure' | 'summary' | 'isBusy' | 'isDirty' | 'onSubmit' | 'forget'> & {
  reset: () => void
}

type Place = { pathname: string; search: object }

/** Whether a navigation only shows another step of the same form. */
const isStep = ({ current, next }: { current: Place; next: Place }): boolean =>
  current.pathname === next.pathname &&
  JSON.stringify({ ...current.search, step: undefined }) === JSON.stringify({ ...next.search, step: undefined })

/**
 * A form's frame: the error summary, the fields, the save bar, and a warning before unsaved changes are lost. Once the trial is over
 * the fields are locked and a link to the plans takes the place of the save.
 * @param save the label of the submit button, if it does more than save
 * @param sum a short summary next to the button, such as a total
 * @param onProblem where the form is shown in steps, with one button at the window's foot: shows and focuses a refused field
 */
export function EntityForm({
  form,
  save,
  sum,
  onProblem,
  children,
}: {
  form: Form
  save?: string
  sum?: ReactNode
  onProblem?: ((id: string) => void) | undefined
  children: ReactNode
}) {
  const t = useTranslations('ui.form')
  const isOver = useTrialOver()
  const blocker = useBlocker({
    shouldBlockFn: (places) => form.isDirty && !form.isBusy && !isStep(places),
    enableBeforeUnload: () => form.isDirty && !form.isBusy,
    withResolver: true,
  })
  return (
    <form
      className={css['form']}
      data-foot={onProblem ? 'form' : undefined}
      noValidate
      onSubmit={isOver ? (event) => event.preventDefault() : form.onSubmit}
    >
      <Problems form={form} title={t('problem')} onGo={onProblem} />
      <LockedFields>{children}</LockedFields>
      {onProblem && form.isDirty && (
        <Button look="quiet" onClick={() => form.reset()}>
          {t('discard')}
        </Button>
      )}
      <div className={css['bar']}>
        {isOver ? (
          <NeedsPlan />
        ) : (
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {save ?? t('save')}
          </Button>
        )}
        {sum && <strong className={css['sum']}>{sum}</strong>}
        {form.isDirty && !onProblem && (
          <>
            <Button onClick={() => form.reset()}>{t('discard')}</Button>
            <span className={css['note']}>{t('unsaved')}</span>
          </>
        )}
      </div>
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title={t('leaveTitle')}
          text={t('leaveText')}
          yes={t('leave')}
          no={t('stay')}
          onYes={() => {
            form.forget()
            blocker.proceed()
          }}
          onNo={() => blocker.reset()}
        />
      )}
    </form>
  )
}

/**
 * A titled group of fields.
 * @param id of its heading, where it is a step by itself: its name is shown already, and the focus is moved to the heading
 * @param isHidden whether it belongs to another step than the one in sight; its fields keep what was typed
 */
export function Group({ title, id, isHidden, children }: { title: string; id?: string; isHidden?: boolean; children: ReactNode }) {
  return (
    <section className={css['group']} hidden={isHidden}>
      <h2 id={id} tabIndex={id ? -1 : undefined} className={id && 'hidden-text'}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Fields side by side if there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={css['pair']}>{children}</div>
}
