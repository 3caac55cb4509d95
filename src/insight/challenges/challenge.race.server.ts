import { sql } from 'kysely'
import { displayName } from '#directory/customers/display-name.server.ts'
import { addDays, daysIn } from '#lib/days.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { rightful } from './challenge.row.server.ts'
import { maxRaceDays, maxRacers } from './challenge.rules.ts'
import type { ChallengeRace } from './entry.contract.ts'

type Period = { startsAt: string; endsAt: string; participation: string }

/**
 * The points of the business's own leading entrants at the end of each day, up to today or the last day. They have the names of
 * the board, since the race is printed and exported with it. A longer challenge has fewer days, evenly spaced. A challenge of teams has no race.
 * @throws document/not-found for a challenge in which the business has no part
 */
export async function readRace(ctx: TenantContext, { challenge }: { challenge: string }): Promise<ChallengeRace> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows: found } = await sql<Period>`
    select c."startsAt"::text as "startsAt", c."endsAt"::text as "endsAt", c."participation" from "challenges" c
    where c."vendorId" = ${vendorId} and c."id" = ${challenge} and ${await rightful(trx, vendorId, challenge)}`.execute(trx)
  const [period] = found
  if (!period) throw failure('document/not-found')
  const last = period.endsAt < today ? period.endsAt : today
  if (period.participation === 'team' || last < period.startsAt) return { days: [], rows: [] }
  const { rows: leaders } = await sql<{ id: string; name: string | null }>`
    select e."id", ${displayName(sql`${today}::date`)} as "name" from "challengeEntries" e
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and e."challenge" = ${challenge} and e."state" = 'joined' and e."points" > 0
    order by e."points" desc, e."id" limit ${maxRacers}`.execute(trx)
  const ids = leaders.map(({ id }) => id)
  const { rows: scored } = await sql<{ entry: string; day: string; points: number }>`
    select k."entry", k."day"::text as "day", sum(k."points")::float8 as "points" from "challengeScores" k
    where k."vendorId" = ${vendorId} and k."entry" = any(${ids}::uuid[]) and k."voidedAt" is null group by 1, 2`.execute(trx)
  const count = daysIn({ from: period.startsAt, to: last })
  const step = Math.ceil(count / maxRaceDays)
  const days = Array.from({ length: Math.ceil(count / step) }, (_, at) => addDays(last, -step * at)).toReversed()
  const sumOf = (entry: string, day: string) =>
    scored.reduce((sum, one) => (one.entry === entry && one.day <= day ? sum + one.points : sum), 0)
  return { days, rows: leaders.map(({ id, name }) => ({ id, name, points: days.map((day) => sumOf(id, day)) })) }
}
