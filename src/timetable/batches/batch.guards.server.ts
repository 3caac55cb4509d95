import { sql } from 'kysely'
import { hallInUse, hallShrinks } from '#directory/halls/hall.guards.ts'
import { serviceBatches, serviceInUse, servicePlaces } from '#directory/services/service.guards.ts'
import { trainerInUse, trainerTeaches } from '#directory/trainers/trainer.guards.ts'
import { express } from '#kernel/expressions.ts'
import { answer, type Asking } from '#kernel/guards.ts'

/** The vendor's draft and open batches. */
const running = ({ trx, vendorId }: Asking) =>
  trx.selectFrom('batches').select('id').where('vendorId', '=', vendorId).where('state', 'in', ['draft', 'open']).limit(1)

const isAny = async (batches: ReturnType<typeof running>): Promise<boolean> => (await batches.executeTakeFirst()) !== undefined

/** The answers of batches to guards of rooms below. */
export const batchAnswers = [
  answer(hallInUse, (asking, { hall }) => isAny(running(asking).where('hall', '=', hall))),
  answer(hallShrinks, (asking, { hall, places }) => isAny(running(asking).where('hall', '=', hall).where('totalCandidates', '>', places))),
  answer(serviceInUse, (asking, { service }) => isAny(running(asking).where('service', '=', service))),
  answer(trainerInUse, (asking, { trainer }) => isAny(running(asking).where('trainer', '=', trainer))),
  answer(
    trainerTeaches,
    async (asking, { trainer, services }) =>
      services.length > 0 && isAny(running(asking).where('trainer', '=', trainer).where('service', 'in', services)),
  ),
]

/** The SQL expressions that batches provide to rooms below. */
export const batchExpressions = [
  express(
    serviceBatches,
    ({ vendorId }, service) =>
      sql`(select count(*)::int from "batches" b where b."vendorId" = ${vendorId} and b."service" = ${service} and b."state" <> 'archived')`,
  ),
  express(
    servicePlaces,
    ({ vendorId }, service) => sql`(select coalesce(sum(b."totalCandidates"), 0)::int from "batches" b
      where b."vendorId" = ${vendorId} and b."service" = ${service} and b."state" = 'open')`,
  ),
]
