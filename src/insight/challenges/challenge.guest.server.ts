import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { settle } from './challenge.settle.server.ts'
import { guestColumns } from './challenge.shared.server.ts'

/**
 * Brings a guest's own rows in step with what their hosts said since, and their entrants' points with
 * it. A guest who was removed keeps the row as cancelled.
 */
export async function follow(trx: Trx, app: App, vendorId: string): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; rules: unknown; isRemoved: boolean }>`
    select c."id", o."version", o."rules", g."state" <> 'accepted' as "isRemoved"
    from "challenges" c join "boards" o on o."challenge" = c."id" join "boardGuests" g on g."challenge" = c."id" and g."vendorId" = c."vendorId"
    where c."vendorId" = ${vendorId} and c."host" is not null
      and ((g."state" = 'accepted' and o."version" <> c."version") or (g."state" <> 'accepted' and c."state" <> 'cancelled'))
    order by c."id" for update of c`.execute(trx)
  for (const { id, version, rules, isRemoved } of rows) {
    await trx
      .updateTable('challenges')
      .set(
        isRemoved
          ? { state: 'cancelled', reason: '', version: 0, updatedAt: instant(app) }
          : { ...guestColumns(rules), version, updatedAt: instant(app) },
      )
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute()
    await resettle(trx, app, vendorId, id)
  }
}

/** Scores all entrants of a challenge anew, after its days or rules changed. */
export async function resettle(trx: Trx, app: App, vendorId: string, challenge: string): Promise<void> {
  const rows = await trx
    .selectFrom('challengeEntries')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', challenge)
    .execute()
  if (rows.length > 0) await settle(trx, app, vendorId, { entries: rows.map(({ id }) => id) })
}
