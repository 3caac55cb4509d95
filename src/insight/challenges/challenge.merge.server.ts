import { sql } from 'kysely'
import { instant } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { changeEntrantCount } from './challenge.entries.server.ts'
import { addPoints, syncScores } from './challenge.scores.server.ts'
import { incrementRevision, publishPoints } from './challenge.shared.server.ts'

/** Moves manually entered facts, with their points, from one entry to another of the same challenge. */
async function moveFacts({ trx, call, vendorId }: TenantContext, challenge: string, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ points: number }>`
    update "challengeScores" set "entry" = ${to} where "vendorId" = ${vendorId} and "entry" = ${from} and "source" = 'manual'
    returning case when "voidedAt" is null then "points" else 0 end as "points"`.execute(trx)
  const points = rows.reduce((sum, row) => sum + row.points, 0)
  await addPoints(trx, call.app, vendorId, [
    { id: to, challenge, points },
    { id: from, challenge, points: -points },
  ])
}

/**
 * Moves the entries of a merged customer to the target. Where both are in one challenge, the source's entry is
 * withdrawn and its facts move, as attendance does; a withdrawn entry of the target is reinstated for it; a
 * disqualified entry stays disqualified, with its facts.
 */
export async function joinEntries(ctx: TenantContext, target: string, source: string): Promise<void> {
  const { trx, call, vendorId } = ctx
  // Locked first, so that no one scores for the source meanwhile.
  await sql`select c."id" from "challenges" c where c."vendorId" = ${vendorId} and c."id" in (
      select e."challenge" from "challengeEntries" e where e."vendorId" = ${vendorId} and e."customer" in (${target}, ${source}))
    order by c."id" for update`.execute(trx)
  const { rows } = await sql<{ id: string; challenge: string; customer: string; twin: string | null; isBack: boolean; isIn: boolean }>`
    select e."id", e."challenge", e."customer", e."state" = 'joined' as "isIn", k."id" as "twin", coalesce(k."state" = 'withdrawn', false) as "isBack"
    from "challengeEntries" e
    left join "challengeEntries" k on k."vendorId" = ${vendorId} and k."challenge" = e."challenge" and k."customer" = ${target}
    where e."vendorId" = ${vendorId} and e."customer" in (${target}, ${source})`.execute(trx)
  const change = (id: string, to: { customer: string } | { state: 'joined' | 'withdrawn' }) =>
    trx
      .updateTable('challengeEntries')
      .set({ ...to, updatedAt: instant(call.app), version: sql<number>`"version" + 1` })
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute()
  if (rows.length === 0) return
  for (const { id, challenge, customer, twin, isBack, isIn } of rows) {
    if (customer === target || (twin !== null && !isIn)) continue
    if (twin !== null) {
      // The place goes with the entry that remains.
      if (isBack) await change(twin, { state: 'joined' })
      else await changeEntrantCount(ctx, challenge, -1)
      await moveFacts(ctx, challenge, id, twin)
    }
    await change(id, twin === null ? { customer: target } : { state: 'withdrawn' })
  }
  const ids = rows.map(({ id }) => id)
  await publishPoints(trx, call.app, vendorId, ids)
  await syncScores(trx, call.app, vendorId, { entries: ids })
  await incrementRevision(trx, vendorId, [...new Set(rows.map(({ challenge }) => challenge))])
}
