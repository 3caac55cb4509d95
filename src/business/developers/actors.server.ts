import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'

type Ids = readonly (string | null)[]

/** The names that a statement gives for ids, in the order of the names. */
async function namesOf(trx: Trx, ids: Ids, statement: (asked: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))]
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`${statement(sql`any(${asked}::uuid[])`)} order by "name", "id"`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Gives the e-mail addresses of users by id, without those who are not known. Read apart from what they did: users
 * stand with the platform and not with a vendor's rows.
 */
export const userNames = (trx: Trx, ids: Ids): Promise<Map<string, string>> =>
  namesOf(trx, ids, (asked) => sql`select "id", "email" as "name" from "users" where "id" = ${asked}`)

/** As `userNames`, with the names of the vendor's keys, which act too. */
export const actorNames = (trx: Trx, vendorId: string, ids: Ids): Promise<Map<string, string>> =>
  namesOf(
    trx,
    ids,
    (asked) => sql`select "id", "email" as "name" from "users" where "id" = ${asked}
      union all select "id", "name" from "apiKeys" where "vendorId" = ${vendorId} and "id" = ${asked}`,
  )
