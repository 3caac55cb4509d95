import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, failureOf } from '#api/client.ts'
import { secretHere } from '#api/use-link.ts'
import { Button } from '#ui/button.tsx'
import { verifyLinkInput } from './account.contract.ts'
import css from './account.module.css'

/** The secret of the mailed link that this page was opened by, if any, and what takes it out of the address bar. */
export function useResetLink(): [token: string | null, forget: () => void] {
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const read = () => {
      const found = verifyLinkInput.safeParse({ token: secretHere() })
      // Another fragment is a place on the page.
      if (found.success) setToken(found.data.token)
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const forget = () => {
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
    setToken(null)
  }
  return [token, forget]
}

/**
 * What a mailed link opens: it is used by a press alone, since mail scanners open links and run their scripts.
 * @param onAnswer gets the address that it proved, null where it is used or expired
 */
export function ResetLink({ token, onAnswer }: { token: string; onAnswer: (email: string | null) => void }) {
  const t = useTranslations('accounts.forgot')
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
        <h1>{t('title')}</h1>
        <p className={css['lead']}>{t('linkLead')}</p>
      </div>
      <Button look="primary" isWide isBusy={isBusy} onClick={() => void press()}>
        {t('linkGo')}
      </Button>
      <p className={css['links']}>
        <a href="/login">{t('back')}</a>
      </p>
    </>
  )
}
