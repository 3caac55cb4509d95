import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { entityCalls, listInput, record } from '#lib/calls.ts'
import { taxClasses } from '#business/ledger/tax.rules.ts'
import { imageAddress, optionalText, text } from '#lib/fields.ts'

/** The real surfaces that determine a service's colour (design, "Direction"). */
export const surfaces = ['turf', 'pool', 'wood', 'clay', 'mat', 'hardCourt'] as const
/** `draft → published → archived → published` (product 3). */
export const serviceStates = ['draft', 'published', 'archived'] as const

/** One entry of the seeded catalogue of what can be taught. */
export const serviceType = z.object({
  id: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  category: z.string(),
  surface: z.enum(surfaces),
})
export type ServiceType = z.output<typeof serviceType>

/** The id of a service type, such as `football`. */
export const serviceTypeId = z
  .string('services.service.required')
  .check(z.minLength(1, { error: 'services.service.required', abort: true }), z.regex(/^[a-z][a-zA-Z]{1,39}$/, 'services.service.required'))

/** The input of the service form of spec 5; `service` is the chosen service type. */
export const serviceInput = z.strictObject({
  service: serviceTypeId,
  cover: imageAddress('lib.images.required'),
  descriptionEn: text({
    required: 'services.descriptionEn.required',
    min: 20,
    short: 'services.descriptionEn.short',
    max: 200,
    long: 'services.descriptionEn.long',
    lines: true,
  }),
  descriptionAr: optionalText({ max: 200, long: 'services.descriptionAr.long', lines: true }),
  state: z._default(z.enum(['draft', 'published'], 'lib.fields.invalid'), 'published'),
  /** How its places are taxed from today on; existing bills keep their tax. */
  taxClass: z._default(z.enum(taxClasses, 'lib.fields.invalid'), 'standard'),
})
export type ServiceInput = z.output<typeof serviceInput>

/** A service as stored and sent. `vendorRef` is the vendor's path (spec 3). */
export const service = z.object({
  ...record,
  service: z.string(),
  cover: z.string(),
  descriptionEn: z.string(),
  descriptionAr: z.string(),
  vendorRef: z.string(),
  state: z.enum(serviceStates),
  taxClass: z.enum(taxClasses),
  batches: z.number(),
  /** Taken places of its open batches, and all of their places. */
  enrolled: z.number(),
  places: z.number(),
})
export type Service = z.output<typeof service>

/** Filters, search (both descriptions and the type's names) and sort keys of the service list. */
export const serviceList = listInput(['createdAt', 'updatedAt', 'service'], {
  state: z._default(z.enum(['current', ...serviceStates], 'lib.fields.invalid'), 'current'),
})

export const serviceContract = {
  types: oc.route({ method: 'GET', path: '/service-types' }).output(z.array(serviceType)),
  ...entityCalls('/services', { fields: serviceInput, row: service, list: serviceList }),
}
