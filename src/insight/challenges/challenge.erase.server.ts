import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { incrementRevision, publishPoints } from './challenge.shared.server.ts'

/** The ids of a person's entries and scores. */
type Entered = { entries: readonly string[]; scores: readonly string[] }

/** Clears the free text about an erased person from their entries and scores. */
async function eraseWords({ trx, vendorId }: TenantContext, { entries, scores }: Entered): Promise<void> {
  await sql`update "challengeEntries" set "reason" = '–' where "vendorId" = ${vendorId} and "id" = any(${entries}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
  await sql`
    update "challengeScores" set "note" = '', "voidReason" = case when "voidReason" is not null then '–' end
    where "vendorId" = ${vendorId} and "id" = any(${scores}::uuid[])`.execute(trx)
}

/**
 * Clears the free text about an erased person from challenges, and removes the entrant's name from boards, other
 * businesses' included, as an opt-out does.
 */
export async function eraseEntrant(ctx: TenantContext, { entries, scores }: Entered): Promise<void> {
  const { trx, call, vendorId } = ctx
  await eraseWords(ctx, { entries, scores })
  if (entries.length === 0) return
  await publishPoints(trx, call.app, vendorId, entries)
  const rows = await trx
    .selectFrom('challengeEntries')
    .select('challenge')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', entries)
    .execute()
  await incrementRevision(trx, vendorId, [...new Set(rows.map(({ challenge }) => challenge))])
}
