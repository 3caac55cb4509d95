import { sql } from 'kysely'

/**
 * Whether the enrolment `e` is expected at the session `s`: within its dates, not frozen that day, not on the waiting
 * list and not ended before. A cancelled enrolment counts for the days before its end; an enrolment that never got a
 * place ends on its first day, so it never counts.
 */
export const isBooked = (vendorId: string) => sql<boolean>`
  e."vendorId" = ${vendorId} and e."batch" = s."batch" and e."startDate" <= s."day" and e."endDate" >= s."day"
  and (e."state" in ('active', 'completed') or (e."state" = 'cancelled' and e."endDate" > s."day"))
  and (e."freezes" = '[]' or not exists (
    select 1 from jsonb_to_recordset(e."freezes") as f ("from" date, "to" date)
    where f."from" <= s."day" and (f."to" is null or f."to" >= s."day")
  ))`
