import { queryOptions } from '@tanstack/react-query'
import { api } from './halls.client.ts'

/** The options of a form or filter: the active halls by name. */
export const hallOptionsQuery = queryOptions({
  queryKey: ['halls', 'options'],
  queryFn: () => api.halls.list({ size: 100, state: 'active', sort: 'title', direction: 'asc' }),
})
