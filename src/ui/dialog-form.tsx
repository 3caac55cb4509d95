import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonLook } from './button.tsx'
import css from './dialog-form.module.css'
import { Problems } from './problems.tsx'
import { LockedFields, NeedsPlan, useTrialOver } from './trial-over.tsx'
import type { useForm } from './use-form.ts'

type Form = Pick<ReturnType<typeof useForm>, 'problems' | 'failure' | 'summary' | 'isBusy' | 'forget' | 'onSubmit'>

/**
 * A form inside a dialog: the error summary, the fields, and the submit and cancel buttons. Once the trial is over a link to the
 * plans takes the place of the submit button.
 * @param isFree whether its act stays possible after the trial
 */
export function DialogForm({
  form,
  save,
  back,
  look = 'primary',
  isFree = false,
  onClose,
  children,
}: {
  form: Form
  save: string
  back: string
  look?: ButtonLook
  isFree?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations('ui.form')
  const isLocked = useTrialOver() && !isFree
  // Who goes back means it; an Escape may be a slip, and leaves a draft behind.
  const goBack = () => {
    form.forget()
    onClose()
  }
  return (
    <form className={css['form']} noValidate onSubmit={isLocked ? (event) => event.preventDefault() : form.onSubmit}>
      {!isLocked && <Problems form={form} title={t('problem')} />}
      <LockedFields isFree={isFree}>{children}</LockedFields>
      <div className={css['actions']}>
        <Button onClick={goBack}>{back}</Button>
        {isLocked ? (
          <NeedsPlan />
        ) : (
          <Button type="submit" look={look} isBusy={form.isBusy}>
            {save}
          </Button>
        )}
      </div>
    </form>
  )
}
