import { queryOptions } from '@tanstack/react-query'
import { offlineAnswer } from '#web/offline-answers.ts'
import { api } from './setup.client.ts'

export const progressQuery = queryOptions({
  queryKey: ['setup', 'progress'],
  ...offlineAnswer('setup/progress', () => api.setup.progress()),
})

export const vendorQuery = queryOptions({ queryKey: ['setup', 'vendor'], ...offlineAnswer('setup/vendor', () => api.setup.vendor()) })
