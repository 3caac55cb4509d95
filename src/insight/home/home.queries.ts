import { queryOptions } from '@tanstack/react-query'
import { offlineAnswer } from '#web/offline-answers.ts'
import { api } from './home.client.ts'

/** What Home shows of the day, and the totals; empty pages use them too. */
export const todayQuery = queryOptions({ queryKey: ['home', 'today'], ...offlineAnswer('home/today', () => api.home.today()) })

/** The months of Home's chart. */
export const revenueQuery = queryOptions({ queryKey: ['home', 'revenue'], queryFn: () => api.home.revenue() })
