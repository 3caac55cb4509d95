import { sql } from 'kysely'
import { audit } from '#kernel/audit.ts'
import type { Call } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { describeError } from '#kernel/log.ts'
import { lockChallenge } from './challenge.actions.server.ts'
import type { ChallengeDetail, ChallengeInvitation } from './challenge.contract.ts'
import { changeEntrantCount } from './challenge.entries.server.ts'
import { follow, resyncScores } from './challenge.guest.server.ts'
import { readChallenge } from './challenge.row.server.ts'
import { incrementRevision, guestColumns, publishPoints } from './challenge.shared.server.ts'

/** Locks an external challenge that the business hosts and that is not over. @throws challenge/state */
async function hosted(ctx: TenantContext, id: string): Promise<ChallengeDetail> {
  const row = await lockChallenge(ctx, id)
  if (row.host !== '' || row.visibility !== 'external' || !['scheduled', 'live'].includes(row.state)) throw failure('challenge/state')
  return row
}

/**
 * Invites another business by its username; one that declined or was removed may be invited again.
 * @throws request/invalid at `username`
 */
export async function inviteBusiness(ctx: TenantContext, { id, username }: { id: string; username: string }): Promise<ChallengeDetail> {
  const { trx, call, vendorId, now } = ctx
  await hosted(ctx, id)
  const key = username.normalize('NFKC').toLowerCase()
  const holder = await trx.selectFrom('usernames').select('vendorId').where('username', '=', key).executeTakeFirst()
  if (!holder || holder.vendorId === vendorId) throw fieldFailure('username', 'challenges.username.unknown')
  const asked = await trx
    .insertInto('boardGuests')
    // The name is set on acceptance: an invited business reveals nothing about itself.
    .values({ challenge: id, vendorId: holder.vendorId, name: '', username, state: 'invited', changedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['challenge', 'vendorId'])
        .doUpdateSet({ state: 'invited', changedAt: now })
        .where('boardGuests.state', 'in', ['declined', 'removed']),
    )
    .returning('state')
    .executeTakeFirst()
  if (asked) await audit(trx, call, { action: 'invite', entity: 'challenge', target: id, subject: id, after: { username } })
  return readChallenge(ctx, id)
}

/** Withdraws an invitation, or removes a guest with all its entrants from the board. */
export async function removeBusiness(ctx: TenantContext, { id, vendor }: { id: string; vendor: string }): Promise<ChallengeDetail> {
  const { trx, call, vendorId, now } = ctx
  await hosted(ctx, id)
  const removed = await trx
    .updateTable('boardGuests')
    .set({ state: 'removed', changedAt: now })
    .where('challenge', '=', id)
    .where('vendorId', '=', vendor)
    .where('state', 'in', ['invited', 'accepted'])
    .returning('username')
    .executeTakeFirst()
  if (!removed) throw failure('document/not-found')
  const entries = await trx
    .deleteFrom('boardEntries')
    .where('challenge', '=', id)
    .where('vendorId', '=', vendor)
    .returning('entry')
    .execute()
  await trx
    .updateTable('boards')
    .set({ entrants: sql<number>`"entrants" - ${entries.length}` })
    .where('challenge', '=', id)
    .execute()
  await incrementRevision(trx, vendorId, [id])
  await audit(trx, call, { action: 'remove', entity: 'challenge', target: id, subject: id, before: { username: removed.username } })
  return readChallenge(ctx, id)
}

/** Pending invitations from other businesses to challenges that are not over. */
export async function readInvitations(ctx: TenantContext): Promise<ChallengeInvitation[]> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const { rows } = await sql<ChallengeInvitation>`
    select g."challenge", h."name" as "host", o."rules"->>'nameEn' as "nameEn", o."rules"->>'nameAr' as "nameAr",
      o."rules"->>'startsAt' as "startsAt", o."rules"->>'endsAt' as "endsAt", o."rules"->>'metric' as "metric"
    from "boardGuests" g join "boards" o on o."challenge" = g."challenge"
    join "boardGuests" h on h."challenge" = g."challenge" and h."vendorId" = o."vendorId"
    where g."vendorId" = ${vendorId} and g."state" = 'invited' and o."rules"->>'state' = 'scheduled' and o."rules"->>'endsAt' >= ${today}
    order by g."changedAt" limit 50`.execute(trx)
  return rows
}

/** Stores the business's answer to an invitation. @throws document/not-found where none is pending */
async function answer({ trx, vendorId, now }: TenantContext, id: string, columns: { state: 'accepted' | 'declined'; name?: string }) {
  const asked = await trx
    .updateTable('boardGuests')
    .set({ ...columns, changedAt: now })
    .where('challenge', '=', id)
    .where('vendorId', '=', vendorId)
    .where('state', '=', 'invited')
    .returning('challenge')
    .executeTakeFirst()
  if (!asked) throw failure('document/not-found')
}

/** Joins another business's challenge: creates the guest's row under the same id, and shares its name with the host. */
export async function acceptChallenge(ctx: TenantContext, { id }: { id: string }): Promise<ChallengeDetail> {
  const { trx, call, vendorId, now } = ctx
  const profile = await trx.selectFrom('vendors').select('name').where('vendorId', '=', vendorId).executeTakeFirst()
  await answer(ctx, id, { state: 'accepted', name: profile?.name ?? '' })
  const board = await trx
    .selectFrom('boards')
    .select(['vendorId', 'rules', 'version'])
    .where('challenge', '=', id)
    .executeTakeFirstOrThrow()
  const rules = guestColumns(board.rules)
  if (!rules) throw failure('document/not-found')
  const columns = { ...rules, version: board.version, updatedAt: now }
  await trx
    .insertInto('challenges')
    .values({
      ...columns,
      vendorId,
      id,
      host: board.vendorId,
      cover: null,
      visibility: 'external',
      participation: 'single',
      minMembers: 1,
      inputDigest: Buffer.alloc(0),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['vendorId', 'id']).doUpdateSet(columns))
    .execute()
  // A returning guest brings back its previous entrants.
  const entries = await trx
    .selectFrom('challengeEntries')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('challenge', '=', id)
    .where('state', '=', 'joined')
    .execute()
  await changeEntrantCount(ctx, id, entries.length)
  await publishPoints(
    trx,
    call.app,
    vendorId,
    entries.map((entry) => entry.id),
  )
  await resyncScores(trx, call.app, vendorId, id)
  await audit(trx, call, { action: 'accept', entity: 'challenge', target: id, subject: id, after: { host: board.vendorId } })
  return readChallenge(ctx, id)
}

/** Declines an invitation. */
export async function declineChallenge(ctx: TenantContext, { id }: { id: string }): Promise<{ declined: boolean }> {
  await answer(ctx, id, { state: 'declined' })
  await audit(ctx.trx, ctx.call, { action: 'decline', entity: 'challenge', target: id, subject: id })
  return { declined: true }
}

/**
 * Runs a host's action, then syncs every guest at once. A guest that can't be reached now syncs on its own when it
 * next reads its challenges, or on its next day.
 */
export async function followed(call: Call, work: Promise<ChallengeDetail>): Promise<ChallengeDetail> {
  const row = await work
  for (const { vendor, state } of row.guests) {
    if (state !== 'accepted' && state !== 'removed') continue
    await runAs(call.app, 'system', vendor, ({ trx }) => follow(trx, call.app, vendor)).catch((error: unknown) =>
      call.app.log.error('A guest of a challenge could not follow and will', describeError(error)),
    )
  }
  return row
}
