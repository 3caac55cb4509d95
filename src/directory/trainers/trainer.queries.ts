import { queryOptions } from '@tanstack/react-query'
import { api } from './trainers.client.ts'

/** What a form or a filter chooses from: the current trainers by name. */
export const trainerOptionsQuery = queryOptions({
  queryKey: ['trainers', 'options'],
  queryFn: () => api.trainers.list({ size: 100, sort: 'Fname', direction: 'asc' }),
})
