import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Problems } from '#ui/problems.tsx'
import css from './account.module.css'

/** A form of the signed-out pages, with a summary of its errors on top. */
export function AccountForm({
  form,
  children,
}: {
  form: ComponentProps<typeof Problems>['form'] & { onSubmit: (event: { preventDefault: () => void }) => void }
  children: ReactNode
}) {
  const t = useTranslations('public')
  return (
    // Outside a dialog the method `dialog` sends nothing, so pressing Enter before hydration keeps the typed values.
    <form className={css['form']} noValidate method="dialog" onSubmit={form.onSubmit}>
      <Problems form={form} title={t('problem')} />
      {children}
    </form>
  )
}
