import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'

/** Whether the trainer of the session `s` has that day off. */
export const isAway = (vendorId: string) => sql<boolean>`exists (
  select 1 from "timeOff" off where off."vendorId" = ${vendorId} and off."trainer" = s."trainer" and s."day" between off."fromDay" and off."toDay")`

/** Which of some trainers' days lie in their time off, earliest first: such a session may be planned, and needs another trainer. */
export async function awayDays(
  trx: Trx,
  vendorId: string,
  meetings: readonly { day: string; trainer: string | undefined }[],
): Promise<string[]> {
  const asked = meetings.filter(({ trainer }) => trainer !== undefined).map(({ day, trainer }) => ({ day, trainer }))
  if (asked.length === 0) return []
  const { rows } = await sql<{ day: string }>`
    select distinct m."day" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m ("day" date, "trainer" uuid)
    join "timeOff" off on off."vendorId" = ${vendorId} and off."trainer" = m."trainer" and m."day" between off."fromDay" and off."toDay"
    order by m."day"`.execute(trx)
  return rows.map(({ day }) => day)
}
