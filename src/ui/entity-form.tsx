import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm.tsx'
import css from './entity-form.module.css'
import { Problems } from './problems.tsx'
import { ChoosePlan, useTrialOver } from './trial-over.tsx'
import type { useForm } from './use-form.ts'

type Form = Pick<ReturnType<typeof useForm>, 'problems' | 'failure' | 'summary' | 'isBusy' | 'isDirty' | 'onSubmit' | 'forget'> & {
  reset: () => void
}

/**
 * A form's frame: the error summary, the fields, the save bar, and a warning before unsaved changes are lost.
 * @param save the label of the submit button, if it does more than save
 * @param sum a short summary next to the button, such as a total
 * @param readOnly why the reader may only view: the fields show the stored values and there is no save
 */
export function EntityForm({
  form,
  save,
  sum,
  readOnly,
  children,
}: {
  form: Form
  save?: string
  sum?: ReactNode
  readOnly?: string | undefined
  children: ReactNode
}) {
  const t = useTranslations('ui.form')
  const failures = useTranslations('lib.failures')
  const isOver = useTrialOver()
  const blocker = useBlocker({
    shouldBlockFn: () => form.isDirty && !form.isBusy,
    enableBeforeUnload: () => form.isDirty && !form.isBusy,
    withResolver: true,
  })
  if (readOnly)
    return (
      <fieldset className={`${css['form']} ${css['looked']}`} disabled>
        <p className={css['only']}>{readOnly}</p>
        {children}
      </fieldset>
    )
  return (
    <form className={css['form']} noValidate onSubmit={isOver ? (event) => event.preventDefault() : form.onSubmit}>
      <Problems form={form} title={t('problem')} />
      {children}
      <div className={css['bar']}>
        {isOver ? (
          <>
            <ChoosePlan />
            <span>{failures('plan/trial-expired')}</span>
          </>
        ) : (
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {save ?? t('save')}
          </Button>
        )}
        {sum && <strong className={css['sum']}>{sum}</strong>}
        {form.isDirty && <Button onClick={() => form.reset()}>{t('discard')}</Button>}
        {form.isDirty && <span className={css['note']}>{t('unsaved')}</span>}
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

/** A titled group of fields. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['group']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Fields side by side if there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={css['pair']}>{children}</div>
}
