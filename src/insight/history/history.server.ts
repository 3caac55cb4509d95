import { sql } from 'kysely'
import { historyContract, historyPage, type HistoryEntry } from './history.contract.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { seesBank } from '#money/payouts/payout.row.server.ts'
import { actorNames } from '#business/developers/actors.server.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'

const os = handlersOf({ history: historyContract })

const isOwner = (call: Call) => memberOf(call).role === 'owner'

/** Who sees the values of a change, for entities that not every reader of histories may see (product 4); all see that it changed. */
const seers: Record<string, (call: Call) => boolean> = { payoutAccount: seesBank, apiKey: isOwner, webhook: isOwner }

/** Erased values are not shown. */
const isErased = ({ after }: HistoryEntry) => after?.['erased'] === true

const shown = (call: Call, entry: HistoryEntry): HistoryEntry =>
  isErased(entry) || seers[entry.entity]?.(call) === false ? { ...entry, before: null, after: null } : entry

/** Whether a record with a history exists even though the log has nothing of it, such as an imported customer. */
async function isKnown(trx: Trx, vendorId: string, id: string): Promise<boolean> {
  for (const table of ['customers', 'batchSessions', 'batches'] as const)
    if (await trx.selectFrom(table).select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()) return true
  return false
}

export const historyHandlers = {
  list: os.history.list.handler(({ context: call, input: { of, page } }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const { rows } = await sql<HistoryEntry>`
        select a."id", a."at", a."actor", a."role", a."action", a."entity", a."target", a."before", a."after"
        from "audit" a
        where a."vendorId" = ${vendorId} and (a."subject" = ${of} or a."target" = ${of}::text)
        order by a."at" desc, a."id" desc limit ${historyPage + 1} offset ${(page - 1) * historyPage}`.execute(trx)
      if (rows.length === 0 && !(await isKnown(trx, vendorId, of))) throw failure('document/not-found')
      const entries = rows.slice(0, historyPage)
      const names = await actorNames(
        trx,
        vendorId,
        entries.map(({ actor }) => actor),
      )
      return {
        rows: entries.map((entry) => shown(call, { ...entry, actor: names.get(entry.actor) ?? '' })),
        hasMore: rows.length > historyPage,
      }
    })
  }),
}
