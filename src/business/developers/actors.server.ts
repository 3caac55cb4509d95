import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'

type Ids = readonly (string | null)[]

/** Returns the names that a statement yields for these ids, sorted by name. */
async function namesOf(trx: Trx, ids: Ids, statement: (asked: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`${statement(sql`any(${asked}::uuid[])`)} order by "name", "id"`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns the e-mail addresses of users by id, omitting unknown ids. Read separately from what they did, because
 * users are platform rows and not a vendor's.
 */
export const userNames = (trx: Trx, ids: Ids): Promise<Map<string, string>> =>
  namesOf(trx, ids, (asked) => sql`select "id", "email" as "name" from "users" where "id" = ${asked}`)

/** As `userNames`, plus the names of the vendor's API keys, which can also be actors. */
export const actorNames = (trx: Trx, vendorId: string, ids: Ids): Promise<Map<string, string>> =>
  namesOf(
    trx,
    ids,
    (asked) => sql`select "id", "email" as "name" from "users" where "id" = ${asked}
      union all select "id", "name" from "apiKeys" where "vendorId" = ${vendorId} and "id" = ${asked}`,
  )
