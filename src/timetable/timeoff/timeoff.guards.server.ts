import { sql } from 'kysely'
import { answer, type Asking } from '#kernel/guards.ts'
import { trainerAway } from '#timetable/sessions/session.guards.ts'

/**
 * The days of the given meetings that fall in their trainer's time off, earliest first: such a session may be
 * planned, but needs another trainer.
 */
async function awayDays({ trx, vendorId }: Asking, meetings: readonly { day: string; trainer: string | undefined }[]): Promise<string[]> {
  const asked = meetings.filter(({ trainer }) => trainer !== undefined).map(({ day, trainer }) => ({ day, trainer }))
  if (asked.length === 0) return []
  const { rows } = await sql<{ day: string }>`
    select distinct m."day" from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m ("day" date, "trainer" uuid)
    join "timeOff" off on off."vendorId" = ${vendorId} and off."trainer" = m."trainer" and m."day" between off."fromDay" and off."toDay"
    order by m."day"`.execute(trx)
  return rows.map(({ day }) => day)
}

/** The answers of time off to guards of rooms below. */
export const timeOffAnswers = [answer(trainerAway, awayDays)]
