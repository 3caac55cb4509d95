import type { RawBuilder } from 'kysely'
import { expression } from '#kernel/expressions.ts'
import { guard } from '#kernel/guards.ts'

/** Whether a batch teaches a service about to be archived or turned back into a draft. */
export const serviceInUse = guard<{ service: string }, boolean>('service.inUse')

/** How many batches of a service, given by id, are not archived. */
export const serviceBatches = expression<RawBuilder<unknown>, number>('service.batches')

/** How many places the open batches of a service have. */
export const servicePlaces = expression<RawBuilder<unknown>, number>('service.places')

/** How many places of a service's open batches are taken. */
export const serviceEnrolled = expression<RawBuilder<unknown>, number>('service.enrolled')
