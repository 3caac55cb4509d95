import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Trx } from '#db/tenant.ts'
import { displayName } from '#directory/customers/display-name.server.ts'
import { todaySql } from '#business/setup/zone.server.ts'
import { keysOf } from '#lib/choices.ts'
import { inChunks } from '#lib/chunks.ts'
import type { App } from '#kernel/app.ts'
import { failure } from '#kernel/failure.ts'
import { metrics, modes, challengeSessions } from './challenge.rules.ts'

/** What a host shares with its guests about a challenge; the guests' own rows store all of it too, under the same version. */
const shared = z.object({
  nameEn: z.string(),
  nameAr: z.string(),
  description: z.string(),
  session: z.enum(challengeSessions),
  startsAt: z.string(),
  endsAt: z.string(),
  metric: z.enum(metrics),
  unit: z.string(),
  mode: z.enum(modes),
  topN: z.nullable(z.number()),
  target: z.nullable(z.number()),
  pointsPerUnit: z.number(),
  lateJoin: z.boolean(),
  max: z.nullable(z.number()),
  prizes: z.array(z.string()),
  state: z.enum(['draft', 'scheduled', 'final', 'archived', 'cancelled']),
  reason: z.nullable(z.string()),
})
const sharedColumns = keysOf(shared.shape)

/** Increments the revisions of the boards that a business takes part in, so that anyone watching reads them again. */
export async function incrementRevision(trx: Trx, vendorId: string, challenges: readonly string[]): Promise<void> {
  await sql`update "boards" set "revision" = "revision" + 1 where "challenge" in (
    select b."challenge" from "boards" b where b."challenge" = any(${challenges}::uuid[]) and ${hasPart(vendorId)}
    order by b."challenge" for update)`.execute(trx)
}

/** Whether a business is the host of the board `b` or a guest who accepted. */
export const hasPart = (vendorId: string) => sql`(b."vendorId" = ${vendorId} or exists (select 1 from "boardGuests" p
  where p."challenge" = b."challenge" and p."vendorId" = ${vendorId} and p."state" = 'accepted'))`

/**
 * Publishes a vendor's own challenge beyond its rows: the board's revision, and the rules of an external one. The
 * first business to share it owns the board.
 * @throws document/not-found where that is another business
 */
export async function shareChallenge(trx: Trx, vendorId: string, id: string): Promise<void> {
  const row = await trx
    .selectFrom('challenges')
    .select([...sharedColumns, 'version', 'visibility'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rules = row.visibility === 'external' ? JSON.stringify(Object.fromEntries(sharedColumns.map((name) => [name, row[name]]))) : null
  const own = await trx
    .insertInto('boards')
    .values({ challenge: id, vendorId, revision: 1, entrants: 0, rules, version: row.version })
    .onConflict((conflict) =>
      conflict
        .column('challenge')
        .doUpdateSet({ rules, version: row.version, revision: sql<number>`"boards"."revision" + 1` })
        .where('boards.vendorId', '=', vendorId),
    )
    .returning('challenge')
    .executeTakeFirst()
  if (!own) throw failure('document/not-found')
}

/** The host's columns of a guest's own row. Null where the host's newer version writes them in a form that this one can't read. */
export const guestColumns = (rules: unknown): z.output<typeof shared> | null => shared.safeParse(rules).data ?? null

/**
 * Which of some challenges are external, and whether the vendor takes part in them as host or guest. Locks the places
 * until the transaction ends, since a host removing the vendor would not see what it is about to put on the board.
 */
async function placesOf(trx: Trx, vendorId: string, challenges: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await trx
    .selectFrom('boardGuests')
    .select(['challenge', 'state'])
    .where('vendorId', '=', vendorId)
    .where('challenge', 'in', challenges)
    .orderBy('challenge')
    .forShare()
    .execute()
  return new Map(rows.map(({ challenge, state }) => [challenge, state === 'host' || state === 'accepted']))
}

/** Whether the vendor's entrants appear on a challenge's board; on an internal one they always do. */
export const isAtBoard = async (trx: Trx, vendorId: string, challenge: string): Promise<boolean> =>
  (await placesOf(trx, vendorId, [challenge])).get(challenge) ?? true

/**
 * Updates the entrants of external challenges on the shared board: name and points of those who take part, nothing of
 * the others. Only a host and guests who accepted have a place there.
 */
export async function publishPoints(trx: Trx, app: App, vendorId: string, entries: readonly string[]): Promise<void> {
  const { rows } = await sql<{ challenge: string; entry: string; name: string | null; points: number; isIn: boolean }>`
    select e."challenge", e."id" as "entry", ${displayName(todaySql(app, vendorId))} as "name", e."points", e."state" = 'joined' as "isIn"
    from "challengeEntries" e join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    join "challenges" h on h."vendorId" = ${vendorId} and h."id" = e."challenge" and h."visibility" = 'external'
    where e."vendorId" = ${vendorId} and e."id" = any(${entries}::uuid[])`.execute(trx)
  if (rows.length === 0) return
  const challenges = [...new Set(rows.map(({ challenge }) => challenge))]
  const places = await placesOf(trx, vendorId, challenges)
  const isShown = ({ challenge, isIn }: (typeof rows)[number]) => isIn && places.get(challenge) === true
  const shown = rows.filter(isShown).map(({ isIn: _isIn, ...row }) => ({ ...row, vendorId }))
  const hidden = rows.filter((row) => !isShown(row)).map(({ entry }) => entry)
  // Includes the challenge, since the key of all vendors' boards begins with it.
  if (hidden.length > 0)
    await trx
      .deleteFrom('boardEntries')
      .where('challenge', 'in', challenges)
      .where('entry', 'in', hidden)
      .where('vendorId', '=', vendorId)
      .execute()
  for (const some of inChunks(shown))
    await trx
      .insertInto('boardEntries')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['challenge', 'entry'])
          .doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), points: ref('excluded.points') }))
          .where('boardEntries.vendorId', '=', vendorId),
      )
      .execute()
}

/** Updates what boards show of a customer after their name, nickname, birthday or opt-out changed. */
export async function renameEntrant(trx: Trx, app: App, vendorId: string, customer: string): Promise<void> {
  const rows = await trx
    .selectFrom('challengeEntries')
    .select(['id', 'challenge'])
    .where('vendorId', '=', vendorId)
    .where('customer', '=', customer)
    .where('state', '=', 'joined')
    .execute()
  if (rows.length === 0) return
  await publishPoints(
    trx,
    app,
    vendorId,
    rows.map(({ id }) => id),
  )
  await incrementRevision(
    trx,
    vendorId,
    rows.map(({ challenge }) => challenge),
  )
}
