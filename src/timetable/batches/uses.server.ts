import type { Trx } from '#db/tenant.ts'

/**
 * Whether a draft or open batch uses a service, trainer or hall of the vendor's.
 * @param places counts only batches with more places than so many
 */
export async function isUsedByBatch(
  trx: Trx,
  vendorId: string,
  part: 'service' | 'trainer' | 'hall',
  id: string,
  places = 0,
): Promise<boolean> {
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where(part, '=', id)
    .where('state', 'in', ['draft', 'open'])
    .where('totalCandidates', '>', places)
    .limit(1)
    .executeTakeFirst()
  return batch !== undefined
}

/** Whether a draft or open batch of a trainer's teaches one of some services. */
export async function isTaughtBy(trx: Trx, vendorId: string, trainer: string, services: readonly string[]): Promise<boolean> {
  if (services.length === 0) return false
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('trainer', '=', trainer)
    .where('service', 'in', services)
    .where('state', 'in', ['draft', 'open'])
    .limit(1)
    .executeTakeFirst()
  return batch !== undefined
}

/** Whether a session to come has a trainer or a hall of the vendor's, as a substitute has one of another's batch. */
export async function isInPlan(trx: Trx, vendorId: string, part: 'trainer' | 'hall', id: string, now: string): Promise<boolean> {
  const session = await trx
    .selectFrom('batchSessions')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where(part, '=', id)
    .where('state', '=', 'scheduled')
    .where('startsAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
