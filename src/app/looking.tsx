import { useTranslations } from 'use-intl'
import { failureOf } from '#web/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { lookAs } from '#business/accounts/sign-in-session.ts'
import { api } from './app.client.ts'
import css from './shell.module.css'
import { useRoot } from '#web/state.ts'
import { useRole } from '#web/use-may.ts'

/** Shows on every screen which role an owner is viewing as, with a button to go back. */
export function Looking() {
  const t = useTranslations('app.looking')
  const text = useTranslations('lib')
  const { roles, ownRole } = useRoot((state) => state.auth)
  const role = useRole()
  if (roles === null || ownRole === null || roles === ownRole) return null
  const back = async () => {
    try {
      await api.team.stopLooking()
      lookAs(ownRole)
    } catch (error) {
      // Toasts load after the frame: they need the page's nonce, which is not known while the frame loads.
      const { toastError } = await import('#ui/toast.tsx')
      toastError(text(`failures.${failureOf(error).code}`))
    }
  }
  return (
    <div className={css['looking']} role="status">
      <span>{t('as', { role: text(`roles.${role}`) })}</span>
      <Button onClick={() => void back()}>{t('back')}</Button>
    </div>
  )
}
