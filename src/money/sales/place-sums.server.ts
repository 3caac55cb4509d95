import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Inside } from '#kernel/inside.ts'
import type { enrolmentSums } from '#timetable/enrolments/enrolment.contract.ts'
import { isFrozen, matching, places } from '#timetable/enrolments/enrolment.row.server.ts'
import { owedOf } from './owed.server.ts'
import { recurring } from './recurring.server.ts'

/** What all enrolments that the filters match come to in a month, and what is owed for them; amounts in minor units. */
export async function readSums({ trx, vendorId, moment }: Inside, input: z.output<typeof enrolmentSums>) {
  const matches = matching(vendorId, moment, input)
  const { net, until } = await recurring({ trx, vendorId, moment })
  const today = sql`${moment.today}::date`
  const { rows } = await sql<{ monthly: number; owed: number }>`select
    (select coalesce(sum(${net}), 0)::bigint ${places(vendorId)}
      where ${matches} and e."state" = 'active' and e."startDate" <= ${today} and ${until} > ${today} and not (${isFrozen(moment.today)})) as "monthly",
    ${owedOf(vendorId, matches)} as "owed"`.execute(trx)
  return { ...(rows[0] ?? { monthly: 0, owed: 0 }), asOf: moment.now }
}
