import { queryOptions } from '@tanstack/react-query'
import { api } from './services.client.ts'

export const serviceTypesQuery = queryOptions({ queryKey: ['services', 'types'], queryFn: () => api.services.types(), staleTime: Infinity })
