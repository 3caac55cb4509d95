import { sql } from 'kysely'
import { historyPage, type HistoryEntry } from '#api/history.contract.ts'
import { tenant } from '#db/tenant.ts'
import { memberOf, os } from './base.ts'

export const historyHandlers = {
  list: os.history.list.handler(({ context: call, input: { of, page } }) => {
    const { vendorId } = memberOf(call)
    return tenant(call.app.db, vendorId, async (trx) => {
      const { rows } = await sql<HistoryEntry>`
        select a."id", a."at", coalesce(u."email", '') as "actor", a."role", a."action", a."entity", a."target", a."before", a."after"
        from "audit" a left join "users" u on u."id" = a."actor"
        where a."vendorId" = ${vendorId} and (a."subject" = ${of} or a."target" = ${of}::text)
        order by a."at" desc, a."id" desc limit ${historyPage + 1} offset ${(page - 1) * historyPage}`.execute(trx)
      return { rows: rows.slice(0, historyPage), hasMore: rows.length > historyPage }
    })
  }),
}
