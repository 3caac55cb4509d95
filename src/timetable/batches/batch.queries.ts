import { queryOptions } from '@tanstack/react-query'
import { api } from './batches.client.ts'

/** The options of a form or filter: the open batches by name. */
export const batchOptionsQuery = queryOptions({
  queryKey: ['batches', 'options'],
  queryFn: () => api.batches.list({ size: 100, state: 'open', sort: 'name', direction: 'asc' }),
})
