import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import css from './customer-field.module.css'

const focusFirst = (group: HTMLElement | null) => group?.querySelector('input')?.focus()

/**
 * Asks for a new customer's contact in place of the search; Enter adds them.
 * @param onContact adds the customer; false if the text is neither a phone nor an e-mail
 */
export function NewCustomer({
  id,
  name,
  onContact,
  onBack,
}: {
  id: string
  name: string
  onContact: (contact: string) => Promise<boolean>
  onBack: () => void
}) {
  const t = useTranslations('enrolments.customer')
  const [value, setValue] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    setRefused(!(await onContact(value)))
    setBusy(false)
  }
  const field = {
    name: 'contact',
    id: `${id}-contact`,
    value,
    error: isRefused ? 'enrolments.customer.reach' : undefined,
    onChange: setValue,
    onBlur() {},
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in its field adds: a form can't stand in a form.
    <div
      className={css['fresh']}
      role="group"
      aria-label={t('create', { name })}
      ref={focusFirst}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        if (!isBusy) void add()
      }}
    >
      <p dir="auto">{t('create', { name })}</p>
      <TextField field={field} label={t('contact')} maxLength={80} autoComplete="off" dir="auto" />
      <div className={css['freshEnd']}>
        <Button isBusy={isBusy} onClick={() => void add()}>
          {t('add')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('search')}
        </Button>
      </div>
    </div>
  )
}
