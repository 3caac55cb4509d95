import { sql } from 'kysely'
import type { Builder, Trx } from '#db/tenant.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { todayOf } from '#business/setup/zone.server.ts'
import { addMonths } from '#lib/days.ts'
import { memberOf, ownTrainerOf, type Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { emit } from '#kernel/events.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { ask } from '#kernel/guards.ts'
import { jsonColumn, rowsAs } from '#kernel/rows.ts'
import type { z } from 'zod/mini'
import { latestEndDate, type Batch, type BatchInput, type batchList, batchInput, batchRules } from './batch.contract.ts'
import { batchSaved, batchServiceChanged } from './batch.events.ts'
import { batchEnrolled, batchHeldBy, batchShrinks, batchWaitlisted } from './batch.guards.ts'

const select = (on: Builder, vendorId: string, { app }: Pick<Call, 'app'>) =>
  rowsAs<Batch>()(
    on
      .selectFrom('batches')
      .innerJoin('trainers', (join) => join.on('trainers.vendorId', '=', vendorId).onRef('trainers.id', '=', 'batches.trainer'))
      .innerJoin('services', (join) => join.on('services.vendorId', '=', vendorId).onRef('services.id', '=', 'batches.service'))
      .leftJoin('halls', (join) => join.on('halls.vendorId', '=', vendorId).onRef('halls.id', '=', 'batches.hall'))
      .select([
        'batches.id',
        'batches.service',
        'services.service as serviceType',
        'batches.name',
        'batches.code',
        'batches.price',
        'batches.nextPrice',
        'batches.nextPriceFrom',
        'batches.nextPriceForAll',
        'batches.currency',
        'batches.priceUnit',
        'batches.startingTime',
        'batches.endingTime',
        'batches.totalCandidates',
        'batches.trainer',
        'batches.hall',
        'halls.title as hallTitle',
        'batches.startDate',
        'batches.endDate',
        'batches.state',
        'batches.reason',
        'batches.createdAt',
        'batches.updatedAt',
        'batches.version',
      ])
      .select(jsonColumn<Batch['trainingDays']>('batches.trainingDays').as('trainingDays'))
      .select(sql<string>`"trainers"."Fname" || ' ' || "trainers"."Lname"`.as('trainerName'))
      .select([
        expressionOf({ app, vendorId }, batchEnrolled, sql.ref('batches.id')).as('enrolled'),
        expressionOf({ app, vendorId }, batchWaitlisted, sql.ref('batches.id')).as('waitlisted'),
      ])
      .where('batches.vendorId', '=', vendorId),
  )

type Parts = Pick<BatchInput, 'service' | 'trainer' | 'hall' | 'totalCandidates'>

/** Service, trainer and hall must be the vendor's own and usable; a foreign one fails with the same error as a missing one. */
async function assertParts(trx: Trx, vendorId: string, input: Parts, before: Batch | null): Promise<void> {
  const service = await trx
    .selectFrom('services')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', input.service)
    .executeTakeFirst()
  if (!service || (service.state === 'archived' && before?.service !== input.service))
    throw fieldFailure('service', 'batches.service.required')
  const trainer = await trx
    .selectFrom('trainers')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', input.trainer)
    .executeTakeFirst()
  if (!trainer || (trainer.state === 'archived' && before?.trainer !== input.trainer))
    throw fieldFailure('trainer', 'batches.trainer.required')
  const teaches = await trx
    .selectFrom('trainerServices')
    .select('trainer')
    .where('vendorId', '=', vendorId)
    .where('trainer', '=', input.trainer)
    .where('service', '=', input.service)
    .executeTakeFirst()
  if (!teaches) throw fieldFailure('trainer', 'batches.trainer.teaches')
  if (!input.hall) return
  const hall = await trx
    .selectFrom('halls')
    .select(['state', 'totalCandidates'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', input.hall)
    .executeTakeFirst()
  if (!hall || (hall.state !== 'active' && before?.hall !== input.hall)) throw fieldFailure('hall', 'batches.hall.unavailable')
  if (input.totalCandidates > hall.totalCandidates) throw fieldFailure('totalCandidates', 'batches.totalCandidates.hall')
}

/** Fills in missing dates: today where the vendor is, and three months later (product 2.11). */
async function datesOf(
  trx: Trx,
  call: Call,
  vendorId: string,
  input: BatchInput,
  before: Batch | null,
): Promise<{ startDate: string; endDate: string }> {
  const startDate = input.startDate ?? before?.startDate ?? (await todayOf(trx, call.app, vendorId))
  const endDate = input.endDate ?? before?.endDate ?? addMonths(startDate, 3)
  if (endDate < startDate) throw fieldFailure('endDate', 'batches.endDate.after')
  if (endDate > latestEndDate(startDate)) throw fieldFailure('endDate', 'batches.endDate.long')
  return { startDate, endDate }
}

/** Class groups that repeat on training days (spec 3, Batch). */
export const batches = entity<Batch, BatchInput, z.output<typeof batchList>>({
  name: 'batch',
  table: 'batches',
  restored: 'open',
  fields: Object.keys(batchInput.shape),
  rules: batchRules,
  constraints: {
    batchesCode: { field: 'code', key: 'batches.code.taken' },
    batchesService: { field: 'service', key: 'batches.service.required' },
    batchesTrainer: { field: 'trainer', key: 'batches.trainer.required' },
    batchesHall: { field: 'hall', key: 'batches.hall.unavailable' },
    batchesLength: { field: 'endDate', key: 'batches.endDate.long' },
    batchSessionsTrainer: { field: 'trainer', key: 'batches.trainer.busy' },
    batchSessionsHall: { field: 'hall', key: 'batches.hall.busy' },
  },
  select,
  narrow(query, { search, service, trainer, hall }) {
    const pattern = searchPattern(search.trim())
    let narrowed = query
    if (search.trim()) narrowed = narrowed.where(sql<boolean>`("batches"."name" ilike ${pattern} or "batches"."code" ilike ${pattern})`)
    for (const [column, value] of Object.entries({ service, trainer, hall })) {
      if (value) narrowed = narrowed.where(sql<boolean>`${sql.ref(`batches.${column}`)} = ${value}`)
    }
    return narrowed
  },
  visible(query, call) {
    const own = ownTrainerOf(call)
    if (own === null) return query
    const isTaught = expressionOf({ app: call.app, vendorId: memberOf(call).vendorId }, batchHeldBy, {
      batch: sql.ref('batches.id'),
      trainer: own,
    })
    return query.where(sql<boolean>`("batches"."trainer" = ${own} or ${isTaught})`)
  },
  async columns(input, call, trx, before) {
    const { vendorId } = memberOf(call)
    if (!before) await lockVendor(trx, vendorId)
    await assertParts(trx, vendorId, input, before)
    // A batch that already has too few places can still be saved.
    if (before && input.totalCandidates < before.totalCandidates)
      await ask({ trx, call, vendorId }, batchShrinks, { batch: before.id, totalCandidates: input.totalCandidates })
    // A planned price is for the unit that the batch had then.
    if (before && before.nextPrice !== null && input.priceUnit !== before.priceUnit)
      throw fieldFailure('priceUnit', 'batches.newPrice.planned')
    const columns = { ...input, ...(await datesOf(trx, call, vendorId, input, before)), trainingDays: JSON.stringify(input.trainingDays) }
    if (before?.state === 'open' && input.state === 'draft') throw fieldFailure('state', 'batches.state.open')
    if (before) return { ...columns, state: before.state === 'draft' ? input.state : before.state }
    const { currency } = await trx
      .selectFrom('merchants')
      .innerJoin('countries', 'countries.id', 'merchants.code')
      .select('countries.currency')
      .where('merchants.vendorId', '=', vendorId)
      .executeTakeFirstOrThrow()
    return { ...columns, currency }
  },
  hold: lockVendor,
  async after(trx, call, row, input, before) {
    const { vendorId } = memberOf(call)
    const context = contextOf(trx, call, vendorId)
    const isBack = input === null && (row.state === 'open' || row.state === 'draft')
    // Its trainer, hall or service may have changed since it was archived.
    if (isBack) await assertParts(trx, vendorId, row, null)
    // Opening a draft counts as a new plan, like creating an open batch.
    await emit(context, batchSaved, { batch: row, typed: input && { startDate: before?.state === 'open' ? before.startDate : null } })
    if (before && before.service !== row.service) await emit(context, batchServiceChanged, { batch: row.id })
  },
  async beforeArchive(_trx, _vendorId, { enrolled, waitlisted }) {
    if (enrolled + waitlisted > 0) throw failure('batch/in-use')
  },
  // A cancelled or completed batch ended for good (product 3); it was not put aside.
  beforeRestore({ state }) {
    if (state === 'cancelled' || state === 'completed') throw failure('batch/not-open')
  },
})
