import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { syncScores } from './challenge.scores.server.ts'
import { guestColumns } from './challenge.shared.server.ts'

/** The state of a challenge for a guest who was removed. */
const cancelled = { state: 'cancelled', reason: '' } as const

/** Syncs a guest's own rows with its hosts' changes, and its entrants' points with them. A removed guest retains the row as cancelled. */
export async function follow(trx: Trx, app: App, vendorId: string): Promise<void> {
  const boards = await trx
    .selectFrom('boardGuests')
    .innerJoin('boards', 'boards.challenge', 'boardGuests.challenge')
    .select(['boards.challenge as id', 'boards.version', 'boards.rules'])
    .select(sql<boolean>`"boardGuests"."state" <> 'accepted'`.as('isRemoved'))
    .where('boardGuests.vendorId', '=', vendorId)
    .where('boardGuests.state', '<>', 'host')
    .execute()
  if (boards.length === 0) return
  const said = JSON.stringify(boards.map(({ rules: _rules, ...board }) => board))
  const { rows } = await sql<{ id: string }>`
    select c."id" from "challenges" c
    join jsonb_to_recordset(${said}::jsonb) as o ("id" uuid, "version" integer, "isRemoved" boolean) on o."id" = c."id"
    where c."vendorId" = ${vendorId} and c."host" is not null
      and case when o."isRemoved" then c."state" <> 'cancelled' else o."version" <> c."version" end
    order by c."id" for update of c`.execute(trx)
  const stale = new Set(rows.map(({ id }) => id))
  for (const { id, version, rules, isRemoved } of boards) {
    if (!stale.has(id)) continue
    const columns = isRemoved ? cancelled : guestColumns(rules)
    // A newer version of the host may write rules that this one can't read: the row waits until the upgrade.
    if (!columns) continue
    await trx
      .updateTable('challenges')
      .set({ ...columns, version: isRemoved ? 0 : version, updatedAt: instant(app) })
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute()
    await resyncScores(trx, app, vendorId, id)
  }
}

/** Rescores all entrants of a challenge after its days or rules changed. */
export async function resyncScores(trx: Trx, app: App, vendorId: string, challenge: string): Promise<void> {
  const rows = await trx
    .selectFrom('challengeEntries')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', challenge)
    .execute()
  if (rows.length > 0) await syncScores(trx, app, vendorId, { entries: rows.map(({ id }) => id) })
}
