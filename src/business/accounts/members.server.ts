import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'

type NewMember = { vendorId: string; userId: string; role: Role; trainerId: string | null }

/**
 * Adds an account to a business as an active member, or adds a removed member again. @param now ISO instant
 * @throws the violation of membersOnce for a member of another business
 */
export async function addMember(trx: Trx, { vendorId, userId, role, trainerId }: NewMember, now: string): Promise<void> {
  const columns = { role, state: 'active', trainerId, createdAt: now, version: 1 } as const
  await trx
    .insertInto('members')
    .values({ vendorId, userId, ...columns })
    .onConflict((conflict) => conflict.columns(['vendorId', 'userId']).doUpdateSet(columns))
    .execute()
}

/** The columns of a member that may change: a role with its trainer, a state, and since when they are asleep (ISO instant). */
type Columns = Partial<{ role: Role; trainerId: string | null; state: Schema['members']['state']; asleepAt: string | null }>

/** Changes members and increments their record versions. */
export async function changeMembers(trx: Trx, vendorId: string, userIds: readonly string[], columns: Columns): Promise<void> {
  if (userIds.length === 0) return
  await trx
    .updateTable('members')
    .set({ ...columns, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('userId', 'in', userIds)
    .execute()
}

/** Ends every session of these members with the vendor, so that the next request is refused (checks S3). */
export async function endSessions(trx: Trx, vendorId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await trx.deleteFrom('sessions').where('vendorId', '=', vendorId).where('userId', 'in', userIds).execute()
}
