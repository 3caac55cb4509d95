import { sql, type RawBuilder } from 'kysely'
import { isBooked } from '#timetable/enrolments/booked.server.ts'

type Unmarked = { id: string; batch: string; day: string; startsAt: string; booked: number; marked: number }

/**
 * SQL for the sessions `s` that are over and have people who are not marked, with how many are booked and marked.
 * @param now an instant, UTC
 * @param which narrows the sessions
 */
export const unmarkedSessions = (vendorId: string, now: string, which: RawBuilder<unknown>): RawBuilder<Unmarked> => sql<Unmarked>`(
  select * from (
    select s."id", s."batch", s."day", s."startsAt",
      (select count(*)::int from "enrolments" e where ${isBooked(vendorId)}) as "booked",
      (select count(*)::int from "attendance" a where a."vendorId" = ${vendorId} and a."session" = s."id" and a."mark" <> 'booked') as "marked"
    from "batchSessions" s
    where s."vendorId" = ${vendorId} and s."endsAt" <= ${now}::timestamptz and s."state" = 'scheduled' and ${which}
  ) late where "booked" > "marked")`
