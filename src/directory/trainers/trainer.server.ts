import { sql } from 'kysely'
import type { Builder, Trx } from '#db/tenant.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { costOn, storeFormerRate, setTrainerRate } from './rates.server.ts'
import { todaySql } from '#business/setup/zone.server.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { askAny } from '#kernel/guards.ts'
import { assertUse } from '#kernel/image-use.ts'
import { jsonColumn, rowsAs } from '#kernel/rows.ts'
import type { z } from 'zod/mini'
import { trainerContract, type Trainer, type TrainerInput, type trainerList, trainerInput, trainerRules } from './trainer.contract.ts'
import { trainerInUse, trainerTeaches } from './trainer.guards.ts'

const os = handlersOf({ trainers: trainerContract })

/** SQL for what a trainer's session costs at present. */
const costOf = (call: Call, vendorId: string) => costOn(vendorId, sql.ref('trainers.id'), todaySql(call.app, vendorId))

/** In a change, `costFrom` is the day from which its cost applies. */
type Input = TrainerInput & { costFrom?: string | undefined }

const select = (on: Builder, vendorId: string, call: Call) =>
  rowsAs<Trainer>()(
    on
      .selectFrom('trainers')
      .select([
        'trainers.id',
        'trainers.avatar',
        'trainers.Fname',
        'trainers.Lname',
        'trainers.startingTime',
        'trainers.endingTime',
        'trainers.state',
        'trainers.createdAt',
        'trainers.updatedAt',
        'trainers.version',
      ])
      .select(jsonColumn<Trainer['trainingDays']>('trainers.trainingDays').as('trainingDays'))
      .select(costOf(call, vendorId).as('cost'))
      .select(
        sql<
          string[]
        >`coalesce((select array_agg(t."service"::text order by t."position") from "trainerServices" t where t."vendorId" = ${vendorId} and t."trainer" = "trainers"."id"), '{}')`.as(
          'services',
        ),
      )
      .where('trainers.vendorId', '=', vendorId),
  )

/** The front desk plans with trainers but does not see what they earn; every other role that sees trainers sees pay (product 4). */
const seesPay = (call: Call): boolean => memberOf(call).role !== 'frontDesk'

/** Whether a change sets a rate: a different cost, or a day for it. */
const setsRate = ({ cost, costFrom }: Input, before: Trainer): boolean => costFrom !== undefined || cost !== before.cost

/** A trainer's services must be the vendor's own and not archived; others fail with the same error as a missing one. */
async function assertServices(trx: Trx, vendorId: string, wanted: string[], before: string[]): Promise<void> {
  const found = await trx
    .selectFrom('services')
    .select(['id', 'state'])
    .where('vendorId', '=', vendorId)
    .where('id', 'in', wanted)
    .execute()
  const usable = found.filter(({ id, state }) => state !== 'archived' || before.includes(id))
  if (usable.length !== wanted.length) throw fieldFailure('services', 'trainers.services.required')
}

/** People who are scheduled (spec 3, Trainer). */
export const trainers = entity<Trainer, Input, z.output<typeof trainerList>>({
  name: 'trainer',
  table: 'trainers',
  restored: 'active',
  fields: Object.keys(trainerInput.shape),
  rules: trainerRules,
  constraints: {
    trainersAvatar: { field: 'avatar', key: 'trainers.avatar.required' },
    trainerServicesService: { field: 'services', key: 'trainers.services.required' },
  },
  select,
  forRole: (row, call) => (seesPay(call) ? row : { ...row, cost: null }),
  narrow(query, { search, service, sort }, call) {
    // The order would reveal what the rows hide.
    if (sort === 'cost' && !seesPay(call)) throw failure('permission/denied')
    const pattern = searchPattern(search.trim())
    let narrowed = query
    if (search.trim()) narrowed = narrowed.where(sql<boolean>`("trainers"."Fname" || ' ' || "trainers"."Lname") ilike ${pattern}`)
    if (service)
      narrowed = narrowed.where(
        sql<boolean>`exists (select 1 from "trainerServices" t where t."vendorId" = ${memberOf(call).vendorId} and t."trainer" = "trainers"."id" and t."service" = ${service})`,
      )
    return narrowed
  },
  sorted: (sort, call) => (sort === 'cost' ? costOf(call, memberOf(call).vendorId) : undefined),
  async columns({ services, cost, costFrom: _from, ...columns }, call, trx, before) {
    const { vendorId } = memberOf(call)
    await assertUse(
      trx,
      vendorId,
      { field: 'avatar', purpose: 'avatar', required: 'trainers.avatar.required' },
      columns.avatar,
      before?.avatar,
    )
    await assertServices(trx, vendorId, services, before?.services ?? [])
    const dropped = before?.services.filter((service) => !services.includes(service)) ?? []
    if (before && (await askAny({ trx, call, vendorId }, trainerTeaches, { trainer: before.id, services: dropped })))
      throw fieldFailure('services', 'trainers.services.taught')
    return { ...columns, trainingDays: JSON.stringify(columns.trainingDays), ...(before ? {} : { state: 'active', cost }) }
  },
  async after(trx, call, { id: trainer }, input, before) {
    const { vendorId } = memberOf(call)
    if (before) await storeFormerRate(trx, vendorId, before)
    if (!input) return
    await trx.deleteFrom('trainerServices').where('vendorId', '=', vendorId).where('trainer', '=', trainer).execute()
    await trx
      .insertInto('trainerServices')
      .values(input.services.map((service, position) => ({ vendorId, trainer, service, position })))
      .execute()
    if (!before || !setsRate(input, before)) return
    const { cost, costFrom: from } = input
    const { fromDay: costFrom, cost: was } = await setTrainerRate(trx, call, before, { cost, from })
    return (change) =>
      auditMoney(trx, call, { ...change, before: { ...change.before, cost: was }, after: { ...change.after, cost, costFrom } })
  },
  async hold(trx, vendorId) {
    await lockBooks(trx, vendorId)
    await lockVendor(trx, vendorId)
  },
  async beforeArchive(trx, vendorId, { id }, call) {
    if (await askAny({ trx, call, vendorId }, trainerInUse, { trainer: id })) throw failure('trainer/in-use')
  },
})

export const trainerHandlers = {
  list: os.trainers.list.handler(({ context, input }) => trainers.list(context, input)),
  get: os.trainers.get.handler(({ context, input }) => trainers.get(context, input.id)),
  create: os.trainers.create.handler(({ context, input }) => trainers.create(context, input)),
  update: os.trainers.update.handler(({ context, input }) => trainers.update(context, input)),
  archive: os.trainers.archive.handler(({ context, input }) => trainers.archive(context, input)),
  restore: os.trainers.restore.handler(({ context, input }) => trainers.restore(context, input)),
}
