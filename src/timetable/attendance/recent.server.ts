import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { assertAllNamed } from '#kernel/named.ts'
import type { RecentAttendance } from './attendance.contract.ts'
import { recentSessions } from './recent.rules.ts'

/**
 * The latest marks of some customers, of one batch if it is named; those who were never marked are left out.
 * @throws document/not-found for ids of others
 */
export async function readRecent(
  ctx: TenantContext,
  { customers, batch }: { customers: string[]; batch?: string | undefined },
): Promise<RecentAttendance[]> {
  const { trx, vendorId } = ctx
  await assertAllNamed(ctx, 'customers', customers)
  const { rows } = await sql<RecentAttendance>`
    select c."customer", m."lastOn", m."marks" from unnest(${[...new Set(customers)]}::uuid[]) c ("customer")
    cross join lateral (
      select max(x."day") filter (where x."mark" in ('present', 'late')) as "lastOn",
        (array_agg(x."mark" order by x."startsAt", x."session") filter (where x."at" <= ${recentSessions})) as "marks"
      from (
        select a."mark", a."session", s."day", s."startsAt", row_number() over (order by s."startsAt" desc, a."session" desc) as "at" from "attendance" a
        join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session"
        where a."vendorId" = ${vendorId} and a."customer" = c."customer" and a."mark" <> 'booked' and s."state" <> 'cancelled'
          ${batch === undefined ? sql`` : sql`and s."batch" = ${batch}`}
      ) x
    ) m where m."marks" is not null`.execute(trx)
  return rows
}
