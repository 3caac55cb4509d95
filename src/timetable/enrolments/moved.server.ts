import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/**
 * For each place id, the places that followed it by moves and share its paid days, in order; the moves come from the
 * audit log. Single sessions cover no later days. A caller that writes based on the result must lock the books, as a
 * move does.
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

/** For places that followed others by moves, the place before each, of some places and all of those before them; none is by the session. */
export async function placesBefore(
  { trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const before = new Map<string, string>()
  for (let next = [...ids]; next.length > 0;) {
    const { rows } = await sql<{ old: string; new: string }>`
      select o."id" as "old", a."target" as "new" from "audit" a
      join "enrolments" o on o."vendorId" = ${vendorId} and o."id" = (a."before" ->> 'enrolment')::uuid and o."priceUnit" <> 'session'
      where a."vendorId" = ${vendorId} and a."entity" = 'enrolment' and a."action" = 'move' and a."target" = any(${next}::text[])`.execute(
      trx,
    )
    for (const row of rows) before.set(row.new, row.old)
    next = rows.map(({ old }) => old)
  }
  return before
}

/**
 * The places themselves and those that they followed by moves, each with the places among them that it counts for: the
 * other way round than `followersOf`.
 */
export async function predecessorsOf(ctx: Pick<TenantContext, 'trx' | 'vendorId'>, ids: readonly string[]): Promise<Map<string, string[]>> {
  const before = await placesBefore(ctx, ids)
  const places = new Map<string, string[]>()
  for (const id of ids)
    for (let at: string | undefined = id; at !== undefined; at = before.get(at)) places.set(at, [...(places.get(at) ?? []), id])
  return places
}

/** The next charge that a place began with by its move, before anything was billed for it; undefined where the log no longer says it. */
export async function chargeByMove(
  { trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>,
  id: string,
): Promise<{ nextChargeOn: string | null } | undefined> {
  const { rows } = await sql<{ nextChargeOn: string | null }>`
    select a."after" ->> 'nextChargeOn' as "nextChargeOn" from "audit" a
    where a."vendorId" = ${vendorId} and a."entity" = 'enrolment' and a."action" = 'move' and a."target" = ${id}
      and jsonb_exists(a."after", 'nextChargeOn')`.execute(trx)
  return rows[0]
}
