import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import type { Chip } from '#ui/lists/chips.tsx'
import type { EntriesFound, EntriesInput } from './finance.contract.ts'

/** The filters that a figure's link may set. */
const narrowing = ['account', 'source', 'method', 'batch', 'service', 'hall', 'trainer'] as const
type Filter = (typeof narrowing)[number]
type About = keyof EntriesFound['names']

/**
 * The filters of ledger entries in the address: as input for the call, which refuses unknown
 * values, and as chips that can each be removed.
 */
export function useNarrowing() {
  const t = useTranslations('finance.entries.filters')
  const about = useTranslations('finance.profit')
  const sources = useOpenTexts('finance.statement.sources')
  const accounts = useOpenTexts('finance.accounts')
  const methods = useOpenTexts('sales.methods')
  const { nameOf } = useServiceTypes()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const named = narrowing.filter((name) => search[name])
  const go = (change: Partial<Record<Filter, string | undefined>>) =>
    void navigate({ to: '.', search: { ...search, ...change }, resetScroll: false })
  function nameOfChip(name: Filter, names: EntriesFound['names'] | undefined): string {
    const value = search[name] ?? ''
    if (name === 'account') return t('account', { value: accounts.has(value) ? accounts(value) : value })
    if (name === 'source') return t('source', { value: sources.has(value) ? sources(value) : value })
    if (name === 'method') return t('method', { value: methods.has(value) ? methods(value) : value })
    if (value === 'none') return about(`without.${name}`)
    const found = names?.[name satisfies About]
    // Until it is loaded, or if that id does not exist, only the kind is known.
    return found ? t('about', { what: about(`by.${name}`), value: name === 'service' ? nameOf(found) : found }) : about(`by.${name}`)
  }
  return {
    asked: Object.fromEntries(named.map((name) => [name, search[name]])) as Omit<EntriesInput, 'from' | 'to' | 'before'>,
    chips: (names: EntriesFound['names'] | undefined): Chip[] =>
      named.map((name) => ({ key: name, name: nameOfChip(name, names), onRemove: () => go({ [name]: undefined }) })),
    clear: () => go(Object.fromEntries(narrowing.map((name) => [name, undefined]))),
    go,
  }
}
