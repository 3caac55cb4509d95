import { queryOptions } from '@tanstack/react-query'
import { api } from './enrolments.client.ts'

/** How the business bills its months. */
export const billingQuery = queryOptions({ queryKey: ['enrolments', 'billing'], queryFn: () => api.enrolments.billing() })
