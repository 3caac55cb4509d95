import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './accounts.client.ts'
import { Button } from '#ui/button.tsx'
import css from './account.module.css'
import { usePasskeySupport } from './passkey-support.ts'
import { signInBy } from './sign-in.ts'

/**
 * Signs in with a passkey. Its place is kept while the page is as the server drew it, so that nothing moves; what it needs is
 * loaded once it is pressed.
 */
export function PasskeyButton({ onDone, onFailed }: { onDone: () => void; onFailed: (error: unknown, text?: string) => void }) {
  const t = useTranslations('accounts.signIn')
  const isSupported = usePasskeySupport()
  const [isBusy, setBusy] = useState(false)
  if (isSupported === false) return null
  const press = async () => {
    const { signWithPasskey } = await import('./passkey-browser.ts')
    const outcome = await signWithPasskey()
    if (outcome === 'closed') return
    if (typeof outcome === 'string') return onFailed(outcome, t('passkeyFailed'))
    await signInBy(() => api.accounts.signInWithPasskey(outcome.answer))
    onDone()
  }
  const start = () => {
    setBusy(true)
    void press()
      .catch(onFailed)
      .finally(() => setBusy(false))
  }
  return (
    <div className={isSupported === null ? css['kept'] : undefined}>
      <Button isWide isBusy={isBusy} onClick={start}>
        {t('passkey')}
      </Button>
    </div>
  )
}
