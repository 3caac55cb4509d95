import { sql } from 'kysely'
import { hallInUse } from '#directory/halls/hall.guards.ts'
import { trainerInUse } from '#directory/trainers/trainer.guards.ts'
import { instant } from '#kernel/app.ts'
import { express } from '#kernel/expressions.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { batchHeldBy } from '#timetable/batches/batch.guards.ts'

/** Whether a session to come has a trainer or a hall of the vendor's, as a substitute has one of another's batch. */
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

/** What sessions say to rooms below. */
export const sessionAnswers = [
  answer(hallInUse, (asking, { hall }) => isInPlan(asking, 'hall', hall)),
  answer(trainerInUse, (asking, { trainer }) => isInPlan(asking, 'trainer', trainer)),
]

/** What sessions write into statements of rooms below. */
export const sessionExpressions = [
  express(
    batchHeldBy,
    ({ vendorId }, { batch, trainer }) =>
      sql`exists (select 1 from "batchSessions" s where s."vendorId" = ${vendorId} and s."batch" = ${batch} and s."trainer" = ${trainer})`,
  ),
]
