import { guard } from '#kernel/guards.ts'

/** Whether a batch teaches a service, which is to be archived or made a draft again. */
export const serviceInUse = guard<{ service: string }, boolean>('service.inUse')
