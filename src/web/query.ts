import { QueryClient } from '@tanstack/react-query'
import type { FirstAnswers } from '#lib/first-answers.ts'
import { isOutage } from './call-failure.ts'
import { retries } from './read.ts'

/** Garbage time 5 minutes and 3 retries for reads (spec 9); an answer of the catalogue is no outage and is not asked again, writes never (product 2.23). */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 5_000,
        retry: (count, error) => count < retries && isOutage(error),
      },
      mutations: { retry: false },
    },
  })
}

/** Stores answers that came with the page for read just now. */
export function storeAnswers(client: QueryClient, answers: FirstAnswers): void {
  for (const [address, answer] of Object.entries(answers)) client.setQueryData(address.split('/'), answer)
}

export const queryClient = newQueryClient()
