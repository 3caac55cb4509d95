import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { incrementRevision, publishPoints } from './challenge.shared.server.ts'

/** What a person has in challenges, by their ids. */
type Entered = { entries: readonly string[]; scores: readonly string[] }

/** Takes the words about a person who is erased out of what they entered. */
async function eraseWords({ trx, vendorId }: TenantContext, { entries, scores }: Entered): Promise<void> {
  await sql`update "challengeEntries" set "reason" = '–' where "vendorId" = ${vendorId} and "id" = any(${entries}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
  await sql`
    update "challengeScores" set "note" = '', "voidReason" = case when "voidReason" is not null then '–' end
    where "vendorId" = ${vendorId} and "id" = any(${scores}::uuid[])`.execute(trx)
}

/**
 * Takes the words about a person who is erased out of challenges, and lets boards show the entrant without a name, as
 * after an opt-out, those of other businesses too.
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
