import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/**
 * The places that followed places by moves and are paid for by the same days, in turn, by the id of the first; the log
 * has who was moved. Single sessions pay for no days to come. The books must be locked by anyone who changes by it, as a move holds them.
 */
export async function followersOf(
  { trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ old: string; new: string }>`
    select o."id" as "old", n."id" as "new" from "enrolments" n
    join "audit" a on a."vendorId" = ${vendorId} and a."entity" = 'enrolment' and a."action" = 'move' and a."target" = n."id"::text
    join "enrolments" o on o."vendorId" = ${vendorId} and o."id" = (a."before" ->> 'enrolment')::uuid
    where n."vendorId" = ${vendorId} and o."priceUnit" <> 'session' and n."priceUnit" <> 'session'
      and n."customer" in (select e."customer" from "enrolments" e
        where e."vendorId" = ${vendorId} and e."id" = any(${ids}::uuid[]) and e."state" = 'cancelled')`.execute(trx)
  const next = new Map(rows.map((row) => [row.old, row.new]))
  return new Map(
    ids.map((id) => {
      const chain: string[] = []
      for (let at = next.get(id); at !== undefined; at = next.get(at)) chain.push(at)
      return [id, chain]
    }),
  )
}
