import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryClient } from './query.ts'

/** What several screens read; a screen's own lists stand in its own file. */
export const progressQuery = queryOptions({ queryKey: ['setup', 'progress'], queryFn: () => api.setup.progress() })
export const vendorQuery = queryOptions({ queryKey: ['setup', 'vendor'], queryFn: () => api.setup.vendor() })
export const planQuery = queryOptions({ queryKey: ['plans', 'current'], queryFn: () => api.plans.current() })
export const serviceTypesQuery = queryOptions({ queryKey: ['services', 'types'], queryFn: () => api.services.types(), staleTime: Infinity })

/** How many there are; Home shows the numbers. */
export const servicesCountQuery = queryOptions({ queryKey: ['services', 'count'], queryFn: () => api.services.list({ size: 1 }) })
export const hallsCountQuery = queryOptions({ queryKey: ['halls', 'count'], queryFn: () => api.halls.list({ size: 1 }) })
export const trainersCountQuery = queryOptions({ queryKey: ['trainers', 'count'], queryFn: () => api.trainers.list({ size: 1 }) })

/** After a change: the entity's lists and the setup percentage are read again. */
export async function changed(entity: 'services' | 'halls' | 'trainers' | 'batches' | 'setup'): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: [entity] }), queryClient.invalidateQueries({ queryKey: ['setup'] })])
}
