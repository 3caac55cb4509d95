import { queryOptions } from '@tanstack/react-query'
import { offlineAnswer } from '#web/offline-answers.ts'
import { api } from './plans.client.ts'

export const planQuery = queryOptions({ queryKey: ['plans', 'current'], ...offlineAnswer('plans/current', () => api.plans.current()) })
