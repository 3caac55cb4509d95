import { sql } from 'kysely'
import { seesCare } from '#directory/customers/customer.row.server.ts'
import { addDays } from '#lib/days.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import type { Session } from '#timetable/sessions/session.contract.ts'
import { readSession } from '#timetable/sessions/session.read.server.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import type { PersonCare } from './attendance.contract.ts'

/** What to mind about the customer `c`, without what a medical note says; null for nothing. */
export const mindedSql = sql`case when c."medicalNote" <> '' or c."photoConsent" = 'no' or c."emergencyPhone" <> '' then
  jsonb_build_object('hasMedicalNote', c."medicalNote" <> '', 'noPhotos', c."photoConsent" = 'no', 'emergencyPhone', c."emergencyPhone") end`

/**
 * Whether the caller may read what to mind about the people of a session that they may see. A trainer may until the day after it: who
 * once taught a child no longer looks after them (decision 61).
 */
export async function isCaredFor({ call, today }: TenantContext, { day }: Pick<Session, 'day'>): Promise<boolean> {
  const shown = seesCare(call)
  return shown === 'everywhere' || (shown === 'roster' && addDays(day, 1) >= (await today()))
}

/**
 * The medical note and the emergency contact of a person on a roster.
 * @throws document/not-found for a session that the caller may not see or no longer looks after, and for who is not expected at it
 */
export async function readCare(
  ctx: TenantContext,
  { session: id, enrolment }: { session: string; enrolment: string },
): Promise<PersonCare> {
  const { trx, call, vendorId } = ctx
  const session = await readSession(trx, call, vendorId, await ctx.zone(), id)
  if (!(await isCaredFor(ctx, session))) throw failure('document/not-found')
  const { rows } = await sql<PersonCare>`
    select c."medicalNote", c."emergencyName", c."emergencyPhone", c."emergencyRelation", c."photoConsent"
    from "batchSessions" s join "enrolments" e on ${isBooked(vendorId)}
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where s."vendorId" = ${vendorId} and s."id" = ${id} and e."id" = ${enrolment}`.execute(trx)
  const [care] = rows
  if (!care) throw failure('document/not-found')
  return care
}
