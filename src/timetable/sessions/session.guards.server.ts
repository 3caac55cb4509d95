import { sql } from 'kysely'
import { hallInUse } from '#directory/halls/hall.guards.ts'
import { trainerInUse } from '#directory/trainers/trainer.guards.ts'
import { instant } from '#kernel/app.ts'
import { express } from '#kernel/expressions.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { batchHeldBy } from '#timetable/batches/batch.guards.ts'

/** Whether a coming session uses one of the vendor's trainers or halls, including a substitute in another trainer's batch. */
async function isInPlan({ trx, call: { app }, vendorId }: Asking, part: 'trainer' | 'hall', id: string): Promise<boolean> {
  const session = await trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where(part, '=', id)
    .where('state', '=', 'scheduled')
    .where('startsAt', '>', instant(app))
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** The answers of sessions to guards of rooms below. */
export const sessionAnswers = [
  answer(hallInUse, (asking, { hall }) => isInPlan(asking, 'hall', hall)),
  answer(trainerInUse, (asking, { trainer }) => isInPlan(asking, 'trainer', trainer)),
]

/** The SQL expressions that sessions provide to rooms below. */
export const sessionExpressions = [
  express(
    batchHeldBy,
    ({ vendorId }, { batch, trainer }) =>
      sql`exists (select 1 from "batchSessions" s where s."vendorId" = ${vendorId} and s."batch" = ${batch} and s."trainer" = ${trainer})`,
  ),
]
