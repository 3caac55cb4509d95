import { queryOptions } from '@tanstack/react-query'
import { api } from './trainers.client.ts'

/** The options of a form or filter: the current trainers by name. */
export const trainerOptionsQuery = queryOptions({
  queryKey: ['trainers', 'options'],
  queryFn: () => api.trainers.list({ size: 100, sort: 'Fname', direction: 'asc' }),
})
