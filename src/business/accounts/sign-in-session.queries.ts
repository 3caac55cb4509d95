import { queryOptions } from '@tanstack/react-query'
import { api } from './accounts.client.ts'

/** Who is signed in; asked once for each page. */
export const sessionQuery = queryOptions({ queryKey: ['accounts', 'session'], queryFn: () => api.accounts.session(), staleTime: Infinity })
