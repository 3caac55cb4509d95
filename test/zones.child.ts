import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openOnPglite } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import { batchRules } from '#timetable/batches/batch.contract.ts'
import { countSessions, isOutsideHours, minutesBetween, pricePerSession } from '#timetable/batches/batch.rules.ts'
import { lanesOf, nextOf } from '#insight/home/today.rules.ts'
import { trialAt } from '#lib/plans.ts'
import { day, week } from '#lib/fields.ts'
import { dayList } from '#lib/week.ts'
import { hereAt } from '#lib/zones.ts'
import { newId } from '#kernel/ids.ts'
import { openCopy } from './template.ts'

/**
 * Prints the results of every date and time function, for days on which some time zone has no midnight, a repeated hour or skips the date.
 */
const days = ['2026-03-08', '2026-03-29', '2026-10-04', '2026-10-25', '2026-11-01', '2026-12-31', '2027-01-01', '2028-02-29', '2011-12-30']
const instants = days.flatMap((date) => ['00:00:00', '06:59:59', '07:00:00', '10:00:00', '23:59:59'].map((time) => `${date}T${time}Z`))
const zones = ['UTC', 'Asia/Dubai', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/New_York', 'Africa/Cairo']
const hours = { startingTime: '17:00', endingTime: '18:30', trainingDays: week(0, 2, 5) }
const meeting = {
  id: 'm',
  name: 'Juniors',
  capacity: 10,
  booked: 3,
  marked: 0,
  trainer: 't',
  trainerName: 'Mariam',
  surface: 'turf',
  ...hours,
}
const meetings = [{ ...meeting, startingTime: '00:00', endingTime: '01:00' }, meeting]
const dayField = day({ required: 'required', format: 'format' })

// The argument is the path of a template.
const pglite = await openCopy(process.argv[2] ?? '')
const db = await openOnPglite(pglite, () => pglite.close())
const stored = await platform(db, async (trx) => {
  for (const resetsAt of instants) await trx.insertInto('limits').values({ key: resetsAt, count: 1, resetsAt }).execute()
  const limits = await trx.selectFrom('limits').selectAll().orderBy('key').execute()
  const dates = await Promise.all(
    days.map((text) =>
      sql`select ${text}::date as day, (${text}::date + interval '3 months')::date as later, daterange(${text}, ${text}, '[]') as range`.execute(
        trx,
      ),
    ),
  )
  return { limits, dates: dates.map(({ rows }) => rows) }
})
await db.close()

writeSync(
  1,
  JSON.stringify({
    offset: new Date('2026-07-01T00:00:00Z').getTimezoneOffset(),
    results: {
      stored,
      sessions: days.flatMap((from) => days.map((to) => countSessions(from, to, hours.trainingDays))),
      prices: days.map((to) => pricePerSession(35_000, 'month', countSessions('2026-03-08', to, hours.trainingDays), 3)),
      minutes: [minutesBetween('00:00', '23:59'), minutesBetween('02:30', '03:30')],
      outside: isOutsideHours(hours, { ...hours, startingTime: '18:00', endingTime: '02:00' }),
      here: instants.flatMap((instant) => zones.map((zone) => hereAt(new Date(instant), zone))),
      meetings: lanesOf(meetings, 10),
      next: ['00:30', '12:00', '18:00'].map((time) => nextOf(meetings, time)),
      trial: instants.map((instant) => trialAt('2026-10-01T23:30:00.000Z', Date.parse(instant))),
      lists: [0, 1, 6].flatMap((first) => ['en', 'ar'].map((locale) => dayList(hours.trainingDays, first, locale))),
      fields: [...days, '2026-02-29', '2026-02-30', '2026-13-01', '1999-12-31'].map((text) => dayField.safeParse(text).success),
      rules: days.flatMap((endDate) => batchRules.map(({ holds }) => holds({ startDate: '2026-03-08', endDate, ...hours } as never))),
      ids: instants.map((instant) => newId(Date.parse(instant)).slice(0, 13)),
    },
  }),
)
