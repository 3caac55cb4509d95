import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'

type NewMember = { vendorId: string; userId: string; role: Role; trainerId: string | null }

/**
 * Makes an account an active member of a business, or again one that was removed. @param now ISO instant
 * @throws the violation of membersOnce for one who is a member of another
 */
export async function addMember(trx: Trx, { vendorId, userId, role, trainerId }: NewMember, now: string): Promise<void> {
  const columns = { role, state: 'active', trainerId, createdAt: now, version: 1 } as const
  await trx
    .insertInto('members')
    .values({ vendorId, userId, ...columns })
    .onConflict((conflict) => conflict.columns(['vendorId', 'userId']).doUpdateSet(columns))
    .execute()
}

/** What a member may be given: a role with its trainer, a state, and since when they sleep (an ISO instant). */
type Columns = Partial<{ role: Role; trainerId: string | null; state: Schema['members']['state']; asleepAt: string | null }>

/** Changes members; each has the next version then. */
export async function changeMembers(trx: Trx, vendorId: string, userIds: readonly string[], columns: Columns): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .updateTable('members')
    .set({ ...columns, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('userId', 'in', userIds)
    .execute()
}

/** Ends every session of members with the vendor, so that the next request is refused (checks S3). */
export async function endSessions(trx: Trx, vendorId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await trx.deleteFrom('sessions').where('vendorId', '=', vendorId).where('userId', 'in', userIds).execute()
}
