import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useMoney } from '#business/ledger/use-money.ts'
import { pageLimit } from '#lib/calls.ts'
import { useDay } from '#ui/use-day.ts'
import { api } from './banking.client.ts'
import type { BankLineRow, MatchInput } from './banking.contract.ts'

/** A document that a line may pay, as a choice. */
export type OpenDocument = { value: string; label: string; document: MatchInput['documents'][number] }

/**
 * The documents that a line may pay, those of its amount first: for money in the newest open bills, of which a larger one is
 * paid in part, for money out the unpaid expenses of its amount.
 */
export function useOpenDocuments({ amount }: BankLineRow, terms: { currency: string; exponent: number }): OpenDocument[] {
  const t = useTranslations('banking')
  const money = useMoney(terms)
  const day = useDay()
  const isIn = amount > 0
  const page = { size: pageLimit, sort: 'day', direction: 'desc' } as const
  const { data: bills } = useQuery({
    queryKey: ['sales', 'list', 'unpaid', page],
    queryFn: () => api.sales.list({ ...page, state: 'unpaid' }),
    enabled: isIn,
  })
  const { data: expenses } = useQuery({
    queryKey: ['expenses', 'list', 'unpaid', page],
    queryFn: () => api.expenses.list({ ...page, state: 'unpaid' }),
    enabled: !isIn,
  })
  const wordsOf = (parts: string[]) => parts.filter(Boolean).join(' · ')
  if (!isIn) {
    const own = (expenses?.rows ?? []).filter((row) => row.amount === -amount)
    return own.map(({ id, supplier, ...row }) => ({
      value: id,
      label: wordsOf([supplier || t('nameless'), day(row.day), money(row.amount)]),
      document: { kind: 'supplierBill', id },
    }))
  }
  const enough = (bills?.rows ?? []).filter(({ due }) => due >= amount)
  return enough
    .toSorted((a, b) => Number(b.due === amount) - Number(a.due === amount))
    .map(({ id, number, firstName, lastName, due }) => ({
      value: id,
      label: wordsOf([number, `${firstName} ${lastName}`.trim(), money(due)]),
      document: { kind: 'bill', id },
    }))
}
