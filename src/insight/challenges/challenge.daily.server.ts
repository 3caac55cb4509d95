import { sql } from 'kysely'
import type { DailyTask } from '#business/accounts/daily.server.ts'
import { follow } from './challenge.guest.server.ts'
import { rightful } from './challenge.row.server.ts'
import { incrementRevision } from './challenge.shared.server.ts'

/**
 * Stores the ranks of live boards each morning, so that a board shows who moved since, and syncs a guest with its
 * hosts. States need no daily work: they are derived from the day.
 */
export const storeRanks: DailyTask = async ({ run }) => {
  await run(async (ctx) => {
    const { trx, call, vendorId } = ctx
    const today = await ctx.today()
    await follow(trx, call.app, vendorId)
    const isRightful = await rightful(trx, vendorId)
    const { rows } = await sql<{ id: string; visibility: string }>`
      select c."id", c."visibility" from "challenges" c where c."vendorId" = ${vendorId} and c."host" is null and c."participation" = 'single'
        and c."state" = 'scheduled' and ${today}::date between c."startsAt" + 1 and c."endsAt" and ${isRightful} order by c."id"`.execute(
      trx,
    )
    for (const { id, visibility } of rows)
      await (
        visibility === 'external'
          ? sql`update "boardEntries" x set "formerRank" = r."rank" from (
              select "entry", (rank() over (order by "points" desc))::integer as "rank" from "boardEntries" where "challenge" = ${id}) r
              where x."challenge" = ${id} and x."entry" = r."entry" and x."formerRank" is distinct from r."rank"`
          : sql`update "challengeEntries" x set "formerRank" = r."rank" from (
              select "id", (rank() over (order by "points" desc))::integer as "rank" from "challengeEntries"
              where "vendorId" = ${vendorId} and "challenge" = ${id} and "state" = 'joined') r
              where x."vendorId" = ${vendorId} and x."id" = r."id" and x."formerRank" is distinct from r."rank"`
      ).execute(trx)
    if (rows.length > 0)
      await incrementRevision(
        trx,
        vendorId,
        rows.map(({ id }) => id),
      )
  })
}
