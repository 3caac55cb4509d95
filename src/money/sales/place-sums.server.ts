import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { TenantContext } from '#kernel/context.ts'
import type { enrolmentSums } from '#timetable/enrolments/enrolment.contract.ts'
import { matching } from '#timetable/enrolments/enrolment.row.server.ts'
import { owedOf } from './owed-bills.server.ts'
import { isFrozenOn, recurringRevenue } from './recurring-revenue.server.ts'

/** The monthly revenue of all enrolments that the filters match, and the amount due for them; amounts in minor units. */
export async function readSums(ctx: TenantContext, input: z.output<typeof enrolmentSums>) {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const matches = matching(vendorId, { now, today }, input)
  const day = sql`${today}::date`
  const { rows } = await sql<{ monthly: number; owed: number }>`with ${await recurringRevenue(ctx, matches)} select
    (select coalesce(sum(r."monthly"), 0)::bigint from recurring r
      where r."from" <= ${day} and r."to" > ${day} and not ${isFrozenOn(day)}) as "monthly",
    ${owedOf(vendorId, matches)} as "owed"`.execute(trx)
  return { ...(rows[0] ?? { monthly: 0, owed: 0 }), asOf: now }
}
