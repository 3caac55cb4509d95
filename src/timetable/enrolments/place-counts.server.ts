import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { isTaken } from './places.server.ts'

/** The most rows that one transaction counts. */
const atOnce = 2000

/**
 * Counts enrolments that have changed since the last night as places of their batches (decision 73); rows that another transaction
 * holds wait for the next one.
 * @returns whether there may be more
 */
export async function countPlaces({ trx, vendorId }: TenantContext): Promise<boolean> {
  const { rows } = await sql<{ batch: string; taken: number; rows: number }>`
    with u as (select e."id", e."batch", e."countedUntil", case when e."state" = 'active' then e."endDate" end as "until"
      from "enrolments" e where e."vendorId" = ${vendorId} and not e."isCounted" order by e."id" limit ${atOnce} for update skip locked),
    s as (update "enrolments" e set "countedUntil" = u."until" from u where e."vendorId" = ${vendorId} and e."id" = u."id" returning 1)
    select u."batch", sum((u."until" is not null)::int - (u."countedUntil" is not null)::int)::int as "taken", (select count(*)::int from s) as "rows"
    from u group by u."batch" order by u."batch"`.execute(trx)
  if (rows.length > 0)
    await trx
      .insertInto('batchPlaces')
      .values(rows.map(({ batch, taken }) => ({ vendorId, batch, taken })))
      .onConflict((conflict) =>
        conflict.columns(['vendorId', 'batch']).doUpdateSet({ taken: sql`"batchPlaces"."taken" + excluded."taken"` }),
      )
      .execute()
  return rows[0]?.rows === atOnce
}

/**
 * A table of `batch` and `taken`, how many of its places are taken: the counts of the last night, corrected by the enrolments that
 * have changed or ended since, and by open offers, which no night counts. A batch without any may be missing.
 * @param now UTC instant @param today the business's local day, YYYY-MM-DD
 */
export const takenByBatch = (vendorId: string, now: string, today: string) => sql`(
  select n."batch", sum(n."taken")::int as "taken" from (
    select "batch", "taken" from "batchPlaces" where "vendorId" = ${vendorId}
    union all
    select e."batch", ${isTaken(now, today)}::int - (e."countedUntil" is not null)::int from "enrolments" e
    where e."vendorId" = ${vendorId} and not e."isCounted"
    union all
    select e."batch", -1 from "enrolments" e
    where e."vendorId" = ${vendorId} and e."state" = 'active' and e."endDate" < ${today}::date and e."isCounted"
    union all
    select e."batch", 1 from "enrolments" e
    where e."vendorId" = ${vendorId} and e."state" = 'offered' and e."offeredUntil" > ${now} and e."isCounted"
  ) n group by n."batch")`
