import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Whether a batch teaches a service, which is to be archived or made a draft again. */
export const serviceInUse = guard<{ service: string }, boolean>('service.inUse')

/** How many batches of a service, by its id, are not archived. */
export const serviceBatches = expression<RawBuilder<unknown>, number>('service.batches')

/** How many places the open batches of a service have. */
export const servicePlaces = expression<RawBuilder<unknown>, number>('service.places')

/** How many places of the open batches of a service are taken. */
export const serviceEnrolled = expression<RawBuilder<unknown>, number>('service.enrolled')
