import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonLook } from './button.tsx'
import css from './dialog-form.module.css'
import { Problems } from './problems.tsx'
import type { useForm } from './use-form.ts'

type Form = Pick<ReturnType<typeof useForm>, 'problems' | 'failure' | 'summary' | 'isBusy' | 'onSubmit'>

/** A form inside a dialog: the error summary, the fields, and the submit and cancel buttons. */
export function DialogForm({
  form,
  save,
  back,
  look = 'primary',
  onClose,
  children,
}: {
  form: Form
  save: string
  back: string
  look?: ButtonLook
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslations('ui.form')
  return (
    <form className={css['form']} noValidate onSubmit={form.onSubmit}>
      <Problems form={form} title={t('problem')} />
      {children}
      <div className={css['actions']}>
        <Button onClick={onClose}>{back}</Button>
        <Button type="submit" look={look} isBusy={form.isBusy}>
          {save}
        </Button>
      </div>
    </form>
  )
}
