import { QueryClient } from '@tanstack/react-query'
import type { FirstAnswers } from '#lib/first-answers.ts'
import { isOutage } from './call-failure.ts'
import { retries } from './read.ts'

/** Garbage time 5 minutes, 3 retries for reads after an outage (spec 9); none for catalogue errors or writes (product 2.23). */
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

/** Caches answers embedded in the page as if they had just been read. */
export function storeAnswers(client: QueryClient, answers: FirstAnswers): void {
  for (const [key, answer] of answers) client.setQueryData(key, answer)
}

export const queryClient = newQueryClient()
