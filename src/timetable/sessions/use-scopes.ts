import { useTranslations } from 'use-intl'
import { sessionScopes } from './session.contract.ts'

/** "This", "this and following", "all to come" as choices. */
export function useScopes(): { value: string; label: string }[] {
  const t = useTranslations('sessions.scope')
  return sessionScopes.map((value) => ({ value, label: t(value) }))
}
