import { sql } from 'kysely'
import type { Builder } from '#db/tenant.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure } from '#kernel/failure.ts'
import { askAny } from '#kernel/guards.ts'
import { assertUse } from '#kernel/image-use.ts'
import { rowsAs } from '#kernel/rows.ts'
import type { z } from 'zod/mini'
import { serviceContract, type Service, type ServiceInput, type serviceList, serviceInput, surfaces } from './service.contract.ts'
import { presentTaxClass, setTaxClass } from './service-tax.server.ts'
import { serviceBatches, serviceEnrolled, serviceInUse, servicePlaces } from './service.guards.ts'

const os = handlersOf({ services: serviceContract })

const select = (on: Builder, vendorId: string, { app }: Call) =>
  rowsAs<Service>()(
    on
      .selectFrom('services')
      .select([
        'services.id',
        'services.service',
        'services.cover',
        'services.descriptionEn',
        'services.descriptionAr',
        'services.vendorRef',
        'services.state',
        'services.createdAt',
        'services.updatedAt',
        'services.version',
      ])
      .select([
        expressionOf({ app, vendorId }, serviceBatches, sql.ref('services.id')).as('batches'),
        expressionOf({ app, vendorId }, serviceEnrolled, sql.ref('services.id')).as('enrolled'),
        expressionOf({ app, vendorId }, servicePlaces, sql.ref('services.id')).as('places'),
        presentTaxClass(vendorId).as('taxClass'),
      ])
      .where('services.vendorId', '=', vendorId),
  )

/** What the vendor teaches (spec 3, Service); `vendorRef` is the vendor's path. */
export const services = entity<Service, ServiceInput, z.output<typeof serviceList>>({
  name: 'service',
  table: 'services',
  restored: 'published',
  fields: Object.keys(serviceInput.shape),
  constraints: {
    servicesCover: { field: 'cover', key: 'lib.images.required' },
    servicesType: { field: 'service', key: 'services.service.required' },
  },
  select,
  narrow(query, { search }) {
    const pattern = searchPattern(search.trim())
    return search.trim()
      ? query.where(
          sql<boolean>`("services"."descriptionEn" ilike ${pattern} or "services"."descriptionAr" ilike ${pattern} or "services"."service" in (select "id" from "serviceTypes" where "nameEn" ilike ${pattern} or "nameAr" ilike ${pattern}))`,
        )
      : query
  },
  async columns({ taxClass, ...input }, call, trx, before) {
    const { vendorId } = memberOf(call)
    // A new service locks nothing else before; a change has them from `hold`.
    if (!before && taxClass !== 'standard') await lockBooks(trx, vendorId)
    await assertUse(trx, vendorId, { field: 'cover', purpose: 'cover', required: 'lib.images.required' }, input.cover, before?.cover)
    if (before) {
      const isTakenBack = before.state === 'published' && input.state === 'draft'
      if (isTakenBack && (await askAny({ trx, call, vendorId }, serviceInUse, { service: before.id }))) throw failure('service/in-use')
      return input
    }
    const { code } = await trx.selectFrom('merchants').select('code').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
    return { ...input, vendorRef: `countries/${code}/vendors/${vendorId}` }
  },
  async after(trx, call, { id }, input, before) {
    if (!input || input.taxClass === (before?.taxClass ?? 'standard')) return
    await setTaxClass(trx, call, id, input.taxClass)
    if (before) return (change) => auditMoney(trx, call, change)
    // A new service is logged when it is written; its class is money, whose log is a chain.
    await auditMoney(trx, call, { action: 'update', entity: 'service', target: id, after: { taxClass: input.taxClass } })
  },
  async hold(trx, vendorId) {
    await lockBooks(trx, vendorId)
    await lockVendor(trx, vendorId)
  },
  async beforeArchive(trx, vendorId, { id }, call) {
    if (await askAny({ trx, call, vendorId }, serviceInUse, { service: id })) throw failure('service/in-use')
  },
})

export const serviceHandlers = {
  types: os.services.types.handler(async ({ context }) => {
    const types = await context.app.db.kysely
      .selectFrom('serviceTypes')
      .select(['id', 'nameEn', 'nameAr', 'category', 'surface'])
      .orderBy('nameEn')
      .execute()
    // A newer version may have filled the table with a surface that this one has no colour for.
    return types.map((type) => ({ ...type, surface: surfaces.find((known) => known === type.surface) ?? 'hardCourt' }))
  }),
  list: os.services.list.handler(({ context, input }) => services.list(context, input)),
  get: os.services.get.handler(({ context, input }) => services.get(context, input.id)),
  create: os.services.create.handler(({ context, input }) => services.create(context, input)),
  update: os.services.update.handler(({ context, input }) => services.update(context, input)),
  archive: os.services.archive.handler(({ context, input }) => services.archive(context, input)),
  restore: os.services.restore.handler(({ context, input }) => services.restore(context, input)),
}
