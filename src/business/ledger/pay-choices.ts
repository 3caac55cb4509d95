import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { hasKey } from '#lib/choices.ts'
import { api } from './ledger.client.ts'
import type { methods } from './method.rules.ts'
import { kindsOf } from './money-account.rules.ts'

/**
 * The choices of a payment: its methods, and where a business has several tills, banks, terminals or wallets, each by
 * its name.
 * @param spends whether the business pays: then money can also leave a card terminal, as its fees do
 */
export function usePayChoices(spends = false): (names: readonly (typeof methods)[number][]) => { value: string; label: string }[] {
  const t = useTranslations('sales.methods')
  const kinds = useTranslations('cashbook.kinds')
  const { data: accounts = [] } = useQuery({ queryKey: ['cashbook', 'choices'], queryFn: () => api.cashbook.choices() })
  return (names) =>
    names.flatMap((method) => {
      const taking = hasKey(kindsOf, method) ? kindsOf[method] : []
      const usual = spends ? taking.at(-1) : taking[0]
      const named = accounts.filter(
        ({ kind, isFirst }) => taking.some((one) => one === kind && (spends || one === usual)) && !(isFirst && kind === usual),
      )
      const first = accounts.find(({ kind, isFirst }) => isFirst && kind === usual)
      const hasOthers = named.some(({ kind }) => kind === usual)
      return [
        { value: method, label: hasOthers && first ? `${t(method)}: ${first.name || kinds(first.kind)}` : t(method) },
        ...named.map(({ id, kind, name }) => ({ value: `${method}:${id}`, label: name ? `${t(method)}: ${name}` : kinds(kind) })),
      ]
    })
}
