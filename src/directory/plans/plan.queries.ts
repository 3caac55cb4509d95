import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/client.ts'

export const planQuery = queryOptions({ queryKey: ['plans', 'current'], queryFn: () => api.plans.current() })
