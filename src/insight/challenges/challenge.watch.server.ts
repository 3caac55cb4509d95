import { withEventMeta } from '@orpc/server'
import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { rightful } from './challenge.row.server.ts'
import { challengeContract } from './challenge.contract.ts'

const os = handlersOf({ challenges: challengeContract })

/** Sends a reader each new revision of a board that their business takes part in. The id of an event is its revision. */
export const watchHandler = os.challenges.watch.handler(async ({ context: call, input: { id }, lastEventId, signal }) => {
  const { vendorId, hash, userId } = memberOf(call)
  const known = await tenant(call.app.db, vendorId, async (trx) => {
    const isRightful = await rightful(trx, vendorId, id)
    return sql`select 1 from "challenges" c where c."vendorId" = ${vendorId} and c."id" = ${id} and ${isRightful}`.execute(trx)
  })
  if (known.rows.length === 0) throw failure('document/not-found')
  const seen = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0
  const revisions = call.app.watch.revisions({ board: id, hash, userId, seen }, signal)
  return (async function* () {
    for await (const revision of revisions) yield withEventMeta({ revision }, { id: String(revision) })
  })()
})
