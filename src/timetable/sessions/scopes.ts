import { useTranslations } from 'use-intl'
import { scopes } from './session.contract.ts'

/** "This", "this and following", "all to come" as choices. */
export function useScopes(): { value: string; label: string }[] {
  const t = useTranslations('sessions.scope')
  return scopes.map((value) => ({ value, label: t(value) }))
}
