import { queryOptions } from '@tanstack/react-query'
import { api } from './developers.client.ts'

/** The vendor's webhooks; refetched every two seconds while something is about to be sent. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'rows'],
  queryFn: () => api.webhooks.list(),
  refetchInterval: (query) =>
    query.state.data?.some(({ state, failingSince, waiting }) => state === 'active' && failingSince === null && waiting > 0) ? 2000 : false,
})
