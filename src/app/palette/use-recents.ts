import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallName } from '#entrance/policy.ts'
import { api, useMayEach } from '../app.client.ts'
import type { PaletteOption } from './option.ts'
import { recents, type Recent } from './recents.ts'
import { useRecordOptions } from './use-records.ts'

type Named = { call: CallName; read: (id: string) => Promise<PaletteOption | null> }

/** How the name of each kind of recent record is read; null for a customer who was erased. */
function useReaders(): Record<Recent['to'], Named> {
  const option = useRecordOptions()
  return {
    '/services/batch': { call: 'batches.get', read: async (id) => option.batch(await api.batches.get({ id })) },
    '/sales/customer': {
      call: 'customers.get',
      async read(id) {
        const row = await api.customers.get({ id })
        return row.erasedAt ? null : option.customer(row)
      },
    },
    '/sales/sale': { call: 'sales.get', read: async (id) => option.bill(await api.sales.get({ id })) },
    '/sales/quote': { call: 'quotes.get', read: async (id) => option.quote(await api.quotes.get({ id })) },
    '/staff/trainer': { call: 'trainers.get', read: async (id) => option.trainer(await api.trainers.get({ id })) },
    '/challenges/challenge': { call: 'challenges.get', read: async (id) => option.challenge(await api.challenges.get({ id })) },
  }
}

/** The records that the member opened last, by their present names; those that no longer exist are left out. */
export function useRecents(): PaletteOption[] {
  const readers = useReaders()
  const may = useMayEach()
  const [stored] = useState(recents)
  const opened = stored.filter(({ to }) => may(readers[to].call))
  return useQueries({
    queries: opened.map(({ to, id }) => ({ queryKey: ['palette', 'recent', to, id], queryFn: () => readers[to].read(id), retry: false })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  })
}
