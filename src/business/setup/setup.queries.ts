import { queryOptions } from '@tanstack/react-query'
import { api } from './setup.client.ts'

export const progressQuery = queryOptions({ queryKey: ['setup', 'progress'], queryFn: () => api.setup.progress() })

export const vendorQuery = queryOptions({ queryKey: ['setup', 'vendor'], queryFn: () => api.setup.vendor() })
