import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './accounts.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { Button } from '#ui/button.tsx'
import css from './account.module.css'

/**
 * The page that a mailed link opens: only a button press uses the link, since mail scanners open links and run scripts.
 * @param onAnswer receives the verified address, null where the link is used or expired
 */
export function ResetLink({ token, onAnswer }: { token: string; onAnswer: (email: string | null) => void }) {
  const t = useTranslations('accounts')
  const text = useTranslations()
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    try {
      const { email } = await api.accounts.verifyLink({ token })
      onAnswer(email ?? null)
    } catch (error) {
      setBusy(false)
      const { toastError } = await import('#ui/toast.tsx')
      toastError(text(`lib.failures.${failureOf(error).code}`))
    }
  }
  return (
    <>
      <div className={css['head']}>
        <h1>{t('forgot.title')}</h1>
        <p className={css['lead']}>{t('forgot.linkLead')}</p>
      </div>
      <Button look="primary" isWide isBusy={isBusy} onClick={() => void press()}>
        {t('stepUp.go')}
      </Button>
      <p className={css['links']}>
        <a href="/login">{t('forgot.back')}</a>
      </p>
    </>
  )
}
