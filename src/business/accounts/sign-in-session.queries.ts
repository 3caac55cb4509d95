import { queryOptions } from '@tanstack/react-query'
import { api } from './accounts.client.ts'

/** The signed-in session; fetched once per page load. */
export const sessionQuery = queryOptions({ queryKey: ['accounts', 'session'], queryFn: () => api.accounts.session(), staleTime: Infinity })
