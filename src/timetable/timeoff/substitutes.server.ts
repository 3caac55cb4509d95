import { sql } from 'kysely'
import { readThese } from '#timetable/sessions/session.read.server.ts'
import { clockSql, zoneOf } from '#business/setup/zone.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { inHours } from './timeoff.row.server.ts'
import type { PossibleSubstitute, PossibleSubstitutes } from './timeoff.contract.ts'

type Row = Omit<PossibleSubstitute, 'busy'> & { batchName: string | null; startingTime: string; endingTime: string; until: string | null }

/** Days off weigh more than another session: they last longer, and that session needs someone else too. */
function busyOf({ until, batchName, startingTime, endingTime }: Row): PossibleSubstitute['busy'] {
  if (until !== null) return { kind: 'away', until }
  return batchName === null ? null : { kind: 'session', batchName, startingTime, endingTime }
}

/** Which of the given trainers are members who sign in: only they are notified. */
async function membersAmong({ trx, vendorId }: TenantContext, trainers: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('trainerId')
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'active')
    .where('trainerId', 'in', trainers)
    .execute()
  return rows.flatMap(({ trainerId }) => trainerId ?? [])
}

/**
 * The trainers who could take a session: active ones who teach its service, other than its own. Free ones come first,
 * by how often they took the batch, then within their own hours, then by name; the busy ones follow with the reason.
 * @throws document/not-found
 */
export async function readSubstitutes(ctx: TenantContext, { session: id }: { session: string }): Promise<PossibleSubstitutes> {
  const { trx, vendorId } = ctx
  const zone = await zoneOf(trx, vendorId)
  const [session] = await readThese(ctx, zone, [id])
  if (!session) throw failure('document/not-found')
  const isInside = inHours(sql`${session.day}::date`, sql`${session.startingTime}`, sql`${session.endingTime}`)
  const { rows } = await sql<Row>`
    select t."id", t."Fname" || ' ' || t."Lname" as "name", t."avatar", not (${isInside}) as "isOutside",
      (select count(*)::int from "batchSessions" o where o."vendorId" = ${vendorId} and o."batch" = ${session.batch}
        and o."trainer" = t."id" and o."state" <> 'cancelled') as "taken",
      other."batchName", other."startingTime", other."endingTime", off."toDay" as "until"
    from "trainers" t
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = ${session.batch}
    join "trainerServices" teaches on teaches."vendorId" = ${vendorId} and teaches."trainer" = t."id" and teaches."service" = b."service"
    left join "timeOff" off on off."vendorId" = ${vendorId} and off."trainer" = t."id" and ${session.day}::date between off."fromDay" and off."toDay"
    left join lateral (
      select ob."name" as "batchName", ${clockSql('o.startsAt', zone)} as "startingTime", ${clockSql('o.endsAt', zone)} as "endingTime"
      from "batchSessions" o join "batches" ob on ob."vendorId" = ${vendorId} and ob."id" = o."batch"
      where o."vendorId" = ${vendorId} and o."trainer" = t."id" and o."state" <> 'cancelled'
        and tstzrange(o."startsAt", o."endsAt") && tstzrange(${session.startsAt}::timestamptz, ${session.endsAt}::timestamptz)
      order by o."startsAt" limit 1) other on true
    where t."vendorId" = ${vendorId} and t."state" = 'active' and t."id" <> ${session.trainer}
    order by other."batchName" is not null or off."toDay" is not null, "taken" desc, "isOutside", "name", t."id"`.execute(trx)
  return {
    rows: rows.map((row) => {
      const { id: trainer, name, avatar, taken, isOutside } = row
      return { id: trainer, name, avatar, taken, isOutside, busy: busyOf(row) }
    }),
    notified: await membersAmong(ctx, [session.trainer, ...rows.map((row) => row.id)]),
  }
}
