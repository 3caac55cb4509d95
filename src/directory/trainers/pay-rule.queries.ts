import { queryOptions } from '@tanstack/react-query'
import { api } from './trainers.client.ts'

/** The rules that pay a trainer's sessions. */
export const payRulesQuery = (trainer: string) =>
  queryOptions({ queryKey: ['payroll', 'rules', trainer], queryFn: () => api.payroll.rules({ trainer }) })
