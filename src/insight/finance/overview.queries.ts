import { queryOptions } from '@tanstack/react-query'
import { api } from './finance.client.ts'

/** How the business stands today; the page of trainer pay draws its months from it too. */
export const overviewQuery = queryOptions({ queryKey: ['finance', 'overview'], queryFn: () => api.finance.overview({}) })
