import { useQueries } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { CallName } from '#entrance/policy.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import type { Hall } from '#directory/halls/hall.contract.ts'
import type { Service } from '#directory/services/service.contract.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import type { Expense } from '#money/expenses/expense.contract.ts'
import type { Quote } from '#money/quotes/quote.contract.ts'
import type { Sale } from '#money/sales/sale.contract.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import { useChallengeName } from '#insight/challenges/use-name.ts'
import { moneyText } from '#lib/money.ts'
import { fullName, trainerName } from '#lib/names.ts'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { api, useMayEach } from '../app.client.ts'
import type { PaletteOption } from './option.ts'

/** Maximum number of records offered per kind. */
const each = 4

/** How records are written in the palette. */
export function useRecordOptions() {
  const t = useTranslations('palette.kinds')
  const sales = useTranslations('sales.states')
  const quotes = useTranslations('quotes.states')
  const locale = useLocale()
  const day = useDay()
  const { byId, nameOf } = useServiceTypes()
  const challengeName = useChallengeName()
  const money = (minor: number, of: { currency: string; exponent: number }) => moneyText(minor, of.currency, of.exponent, locale)
  return {
    customer: (row: Customer): PaletteOption => ({
      id: row.id,
      label: fullName(row),
      ...((row.phone || row.email) && { note: row.phone ? `\u2066${row.phone}\u2069` : row.email }),
      kind: t('customer'),
      face: { name: fullName(row) },
      act: { to: '/sales/customer', search: { id: row.id } },
    }),
    batch: (row: Batch): PaletteOption => ({
      id: row.id,
      label: row.name,
      note: `${row.code} · \u2066${row.startingTime}–${row.endingTime}\u2069 · ${row.trainerName}`,
      kind: t('batch'),
      face: { name: row.name, surface: byId.get(row.serviceType)?.surface },
      act: { to: '/services/batch', search: { id: row.id } },
    }),
    trainer: (row: Trainer): PaletteOption => ({
      id: row.id,
      label: trainerName(row),
      kind: t('trainer'),
      face: { name: trainerName(row), image: row.avatar },
      act: { to: '/staff/trainer', search: { id: row.id } },
    }),
    bill: (row: Pick<Sale, 'id' | 'number' | 'firstName' | 'lastName' | 'total' | 'currency' | 'exponent' | 'state'>) => ({
      id: row.id,
      label: row.number,
      note: [fullName(row), money(row.total, row), sales(row.state)].filter(Boolean).join(' · '),
      kind: t('bill'),
      icon: 'sales',
      act: { to: '/sales/sale', search: { id: row.id } } as const,
    }),
    quote: (row: Pick<Quote, 'id' | 'number' | 'firstName' | 'lastName' | 'total' | 'currency' | 'exponent' | 'state'>) => ({
      id: row.id,
      label: row.number,
      note: [fullName(row), money(row.total, row), quotes(row.state)].join(' · '),
      kind: t('quote'),
      icon: 'sales',
      act: { to: '/sales/quote', search: { id: row.id } } as const,
    }),
    expense: (row: Expense): PaletteOption => ({
      id: row.id,
      label: row.supplier,
      note: `${money(row.amount, row)} · ${day(row.day)}`,
      kind: t('expense'),
      icon: 'finance',
      act: { to: '/finance/expense', search: { id: row.id } },
    }),
    service: (row: Service): PaletteOption => ({
      id: row.id,
      label: nameOf(row.service),
      kind: t('service'),
      face: { name: nameOf(row.service), surface: byId.get(row.service)?.surface },
      act: { to: '/services/edit', search: { id: row.id } },
    }),
    hall: (row: Hall): PaletteOption => ({
      id: row.id,
      label: row.title,
      kind: t('hall'),
      icon: 'services',
      act: { to: '/services/edit', search: { kind: 'hall', id: row.id } },
    }),
    challenge: (row: { id: string; nameEn: string; nameAr: string }): PaletteOption => ({
      id: row.id,
      label: challengeName(row),
      kind: t('challenge'),
      icon: 'challenges',
      act: { to: '/challenges/challenge', search: { id: row.id } },
    }),
  }
}

type Ask = { search: string; size: number }

/** The lists that are searched: by name, and where there is one by number, code or phone. Each needs a call of its own to be opened. */
function useLists(): { call: CallName; read: (ask: Ask) => Promise<PaletteOption[]> }[] {
  const option = useRecordOptions()
  const all =
    <R>(list: (ask: Ask) => Promise<{ rows: R[] }>, written: (row: R) => PaletteOption) =>
    async (ask: Ask) =>
      (await list(ask)).rows.map(written)
  return [
    { call: 'customers.list', read: all(api.customers.list, option.customer) },
    { call: 'batches.list', read: all(api.batches.list, option.batch) },
    { call: 'trainers.list', read: all(api.trainers.list, option.trainer) },
    { call: 'sales.list', read: all(api.sales.list, option.bill) },
    { call: 'quotes.list', read: all(api.quotes.list, option.quote) },
    { call: 'expenses.list', read: all(api.expenses.list, option.expense) },
    { call: 'services.update', read: all(api.services.list, option.service) },
    { call: 'halls.update', read: all(api.halls.list, option.hall) },
    { call: 'challenges.list', read: all(api.challenges.list, option.challenge) },
  ]
}

/** The records that the role may open and that match, each kind as soon as it is found; from two letters on. */
export function useRecords(typed: string): { records: PaletteOption[]; isLooking: boolean } {
  const wanted = typed.trim()
  const search = useDebounced(wanted, 200)
  const may = useMayEach()
  const lists = useLists().filter(({ call }) => may(call))
  const found = useQueries({
    queries: lists.map(({ call, read }) => ({
      queryKey: ['palette', call, search],
      enabled: search.length > 1,
      queryFn: () => read({ search, size: each }),
    })),
    combine: (answers) => ({
      records: answers.flatMap(({ data = [] }) => data),
      isFetching: answers.some(({ isFetching }) => isFetching),
    }),
  })
  if (wanted.length < 2) return { records: [], isLooking: false }
  // What an earlier text found is not offered to Enter for this one.
  return { records: wanted === search ? found.records : [], isLooking: found.isFetching || wanted !== search }
}
