import { useTranslations } from 'use-intl'
import type { AccountChoice } from '#business/ledger/money-account.contract.ts'

/** Names an account: by its own name, or by its kind where it has none. */
export function useAccountNames(): (account: Pick<AccountChoice, 'name' | 'kind'>) => string {
  const kinds = useTranslations('cashbook.kinds')
  return ({ name, kind }) => name || kinds(kind)
}
