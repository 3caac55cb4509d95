import { queryOptions } from '@tanstack/react-query'
import { api } from './plans.client.ts'

export const planQuery = queryOptions({ queryKey: ['plans', 'current'], queryFn: () => api.plans.current() })
