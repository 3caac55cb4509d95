import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { failureOf } from '#web/call-failure.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { verificationRequired } from '#web/server-calls.ts'
import { sessionQuery } from '#business/accounts/sign-in-session.queries.ts'
import { Button } from '#ui/button.tsx'
import css from './shell.module.css'
import { addTexts } from './load-texts.ts'

// Each member needs it only once, so it loads on demand.
const VerifyEmail = lazy(async () => {
  const [screen] = await Promise.all([import('#business/accounts/verify-email.tsx'), addTexts('screens')])
  return { default: screen.VerifyEmail }
})

/** Where something is sent or connected that only a verified member may. */
const needs = (path: string, tab: unknown) => /^\/(?:sales|challenges)(?:\/|$)/.test(path) || tab === 'team' || tab === 'developers'

/** Whether verifying is asked for: a new business is left alone until it is set up or needs it. */
function useIsAsked(): boolean {
  const { data: progress } = useQuery(progressQuery)
  const isHere = useRouterState({ select: ({ location }) => needs(location.pathname, location.search.tab) })
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const refused = () => setRefused(true)
    verificationRequired.addEventListener('required', refused)
    return () => verificationRequired.removeEventListener('required', refused)
  }, [])
  return isHere || isRefused || progress?.percent === 100
}

/** Shows what is blocked until the member's email address is verified, and sends the code for it. */
export function Unverified() {
  const t = useTranslations('app.unverified')
  const text = useTranslations('lib')
  const { data: session } = useQuery(sessionQuery)
  const isAsked = useIsAsked()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!session || session.emailIsVerified || !isAsked) return null
  const send = async () => {
    setBusy(true)
    const code = await api.accounts.sendEmailCode().then(
      () => null,
      (error: unknown) => failureOf(error).code,
    )
    setBusy(false)
    // When throttled, the last code that was sent is still valid.
    setOpen(code === null || code === 'auth/too-many-requests')
    if (code === null) return
    const { toastError } = await import('#ui/toast.tsx')
    toastError(text(`failures.${code}`))
  }
  return (
    <>
      <div className={css['unverified']}>
        <p>{t('text')}</p>
        <Button isBusy={isBusy} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <VerifyEmail email={session.email} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
