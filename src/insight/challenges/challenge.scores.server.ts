import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { inChunks } from '#lib/chunks.ts'
import { instant, type App } from '#kernel/app.ts'
import { newId } from '#kernel/ids.ts'
import { incrementRevision, publishPoints } from './challenge.shared.server.ts'

/** What changed: the marks or days of sessions, or who is in a challenge. */
export type ScoreScope = { sessions: readonly string[] } | { entries: readonly string[] }

/** Attendance that scores: a mark `a`, its session `s` and batch `b`. Cancelled sessions count for no one. */
export const attended = (vendorId: string) => sql`"attendance" a
  join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session" and s."state" <> 'cancelled' and a."mark" in ('present', 'late')
  join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"`

type Text = ReturnType<typeof sql>

/** What one fact counts: a session, or for distinct services a service, whose fact is its first session. */
export const sourceOf = (metric: Text) => sql`case ${metric} when 'distinctServices' then b."service" else s."id" end`

/** How many units a fact is worth: the minutes of its session, else one. */
export const unitsOf = (metric: Text) =>
  sql`case ${metric} when 'minutesTrained' then round(extract(epoch from max(s."endsAt" - s."startsAt")) / 60)::integer else 1 end`

const first = (column: Text) => sql`(array_agg(${column} order by s."startsAt", s."id"))[1]`

type Wanted = { challenge: string; entry: string; sourceId: string; session: string; day: string; units: number; points: number }
type Stored = Wanted & { id: string }

/**
 * Locks the challenges that a change may score in, in order, so that of two changes the second sees the first. Marks
 * never score in a manual challenge, but its entrants may have scores from the metric it had before it began.
 */
async function lockScope(trx: Trx, vendorId: string, scope: ScoreScope): Promise<string[]> {
  const touched =
    'entries' in scope
      ? sql`c."id" in (select e."challenge" from "challengeEntries" e where e."vendorId" = ${vendorId} and e."id" = any(${scope.entries}::uuid[]))`
      : sql`c."metric" <> 'manual' and (exists (select 1 from "batchSessions" s where s."vendorId" = ${vendorId} and s."id" = any(${scope.sessions}::uuid[])
            and s."day" between c."startsAt" and c."endsAt")
          or c."id" in (select k."challenge" from "challengeScores" k where k."vendorId" = ${vendorId} and k."session" = any(${scope.sessions}::uuid[])))`
  const { rows } = await sql<{ id: string }>`
    select c."id" from "challenges" c
    where c."vendorId" = ${vendorId} and c."state" <> 'draft' and ${touched} order by c."id" for update`.execute(trx)
  return rows.map(({ id }) => id)
}

const keyOf = ({ entry, sourceId }: Wanted) => `${entry} ${sourceId}`
const isSame = (a: Wanted, b: Wanted) => a.session === b.session && a.day === b.day && a.units === b.units && a.points === b.points

/**
 * Syncs the scores of attendance with the marks, in the transaction of whatever changed them: adds new ones, removes
 * those that no longer apply with exactly their points, and increments the revisions of the boards that changed
 * (product 3, side effects). Marks on a challenge's days count whenever they are saved, so a board always matches its
 * facts.
 */
export async function syncScores(trx: Trx, app: App, vendorId: string, scope: ScoreScope): Promise<void> {
  const ids = await lockScope(trx, vendorId, scope)
  if (ids.length === 0) return
  const isTouched =
    'entries' in scope
      ? sql`e."id" = any(${scope.entries}::uuid[])`
      : sql`e."customer" in (select m."customer" from "attendance" m where m."vendorId" = ${vendorId} and m."session" = any(${scope.sessions}::uuid[]))`
  const isAsked = (source: Text) =>
    'entries' in scope
      ? sql`true`
      : sql`${source} = any(array(select unnest(${scope.sessions}::uuid[]) union all
          select p."service" from "batchSessions" q join "batches" p on p."vendorId" = ${vendorId} and p."id" = q."batch"
          where q."vendorId" = ${vendorId} and q."id" = any(${scope.sessions}::uuid[])))`
  const metric = sql`c."metric"`
  const { rows: wanted } = await sql<Wanted>`
    select e."challenge", e."id" as "entry", ${sourceOf(metric)} as "sourceId", ${first(sql`s."id"`)} as "session", ${first(sql`s."day"`)} as "day",
      ${unitsOf(metric)} as "units", (${unitsOf(metric)} * c."pointsPerUnit")::bigint as "points"
    from "challengeEntries" e join "challenges" c on c."vendorId" = ${vendorId} and c."id" = e."challenge"
    join (${attended(vendorId)}) on a."vendorId" = ${vendorId} and a."customer" = e."customer"
      and s."day" between greatest(c."startsAt", e."countsFrom") and c."endsAt"
    where e."vendorId" = ${vendorId} and e."challenge" = any(${ids}::uuid[]) and c."metric" <> 'manual' and ${isTouched} and ${isAsked(sourceOf(metric))}
    group by e."challenge", e."id", ${sourceOf(metric)}, c."metric", c."pointsPerUnit" order by 2, 3`.execute(trx)
  const { rows: stored } = await sql<Stored>`
    select k."id", k."challenge", k."entry", k."sourceId", k."session", k."day", k."units", k."points"
    from "challengeScores" k join "challengeEntries" e on e."vendorId" = ${vendorId} and e."id" = k."entry"
    where k."vendorId" = ${vendorId} and k."challenge" = any(${ids}::uuid[]) and k."source" = 'attendance' and ${isTouched} and ${isAsked(sql`k."sourceId"`)}`.execute(
    trx,
  )
  await write(trx, app, vendorId, wanted, stored)
}

/** Syncs distinct-services scores with a batch's current service. */
export async function syncServiceScores(trx: Trx, app: App, vendorId: string, batch: string): Promise<void> {
  // Locked before their entrants are read, so that no one enters unseen under the former service.
  const challenges = await trx
    .selectFrom('challenges')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('metric', '=', 'distinctServices')
    .where('state', '<>', 'draft')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (challenges.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select e."id" from "challengeEntries" e
    where e."vendorId" = ${vendorId} and e."challenge" = any(${challenges.map(({ id }) => id)}::uuid[]) and e."customer" in (
      select a."customer" from "attendance" a join "batchSessions" s on s."vendorId" = ${vendorId} and s."id" = a."session"
      where a."vendorId" = ${vendorId} and s."batch" = ${batch})`.execute(trx)
  if (rows.length > 0) await syncScores(trx, app, vendorId, { entries: rows.map(({ id }) => id) })
}

async function write(trx: Trx, app: App, vendorId: string, wanted: Wanted[], stored: Stored[]): Promise<void> {
  const before = new Map(stored.map((row) => [keyOf(row), row]))
  const holds = new Set(wanted.map(keyOf))
  const added = wanted.filter((row) => {
    const old = before.get(keyOf(row))
    return !old || !isSame(old, row)
  })
  const removed = stored.filter((row) => !holds.has(keyOf(row)))
  if (added.length === 0 && removed.length === 0) return
  if (removed.length > 0)
    await trx
      .deleteFrom('challengeScores')
      .where('vendorId', '=', vendorId)
      .where(sql<boolean>`"id" = any(${removed.map(({ id }) => id)}::uuid[])`)
      .execute()
  for (const rows of inChunks(added)) {
    await trx
      .insertInto('challengeScores')
      .values(rows.map((row) => ({ vendorId, id: newId(app.now()), ...row, source: 'attendance', note: '', at: instant(app) })))
      .onConflict((conflict) =>
        conflict.columns(['vendorId', 'entry', 'source', 'sourceId']).doUpdateSet(({ ref }) => ({
          session: ref('excluded.session'),
          day: ref('excluded.day'),
          units: ref('excluded.units'),
          points: ref('excluded.points'),
        })),
      )
      .execute()
  }
  const moved = new Map<string, { id: string; challenge: string; points: number }>()
  const add = ({ entry, challenge }: Wanted, points: number) =>
    moved.set(entry, { id: entry, challenge, points: (moved.get(entry)?.points ?? 0) + points })
  for (const row of added) add(row, row.points - (before.get(keyOf(row))?.points ?? 0))
  for (const row of removed) add(row, -row.points)
  await addPoints(trx, app, vendorId, [...moved.values()])
}

/** Adds points to entries, or subtracts them, and updates the boards of their challenges. */
export async function addPoints(
  trx: Trx,
  app: App,
  vendorId: string,
  moved: { id: string; challenge: string; points: number }[],
): Promise<void> {
  const changed = moved.filter(({ points }) => points !== 0)
  if (changed.length === 0) return
  await sql`
    update "challengeEntries" e set "points" = e."points" + m."points", "updatedAt" = ${instant(app)}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as m ("id" uuid, "points" bigint)
    where e."vendorId" = ${vendorId} and e."id" = m."id"`.execute(trx)
  await publishPoints(
    trx,
    app,
    vendorId,
    changed.map(({ id }) => id),
  )
  await incrementRevision(trx, vendorId, [...new Set(changed.map(({ challenge }) => challenge))])
}
