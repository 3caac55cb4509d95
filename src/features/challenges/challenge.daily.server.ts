import { sql } from 'kysely'
import type { DailyWork } from '#server/daily.ts'
import { follow } from './challenge.guest.server.ts'
import { bump } from './challenge.shared.server.ts'

/**
 * Each morning writes down who stands where on the boards that are live, so that a board shows who moved
 * since, and lets a guest follow its hosts. States need no such work: they are told by the day.
 */
export const keepRanks: DailyWork = async ({ run }) => {
  await run(async ({ trx, call, vendorId, moment }) => {
    await follow(trx, call.app, vendorId)
    const { rows } = await sql<{ id: string; visibility: string }>`
      select "id", "visibility" from "challenges" where "vendorId" = ${vendorId} and "host" is null and "participation" = 'single' and "state" = 'scheduled'
        and ${moment.today}::date between "startsAt" + 1 and "endsAt" order by "id"`.execute(trx)
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
      await bump(
        trx,
        rows.map(({ id }) => id),
      )
  })
}
