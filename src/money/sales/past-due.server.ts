import { sql } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { addDays } from '#lib/days.ts'
import type { DailyTask } from '#business/accounts/daily.server.ts'

/** Notifies once a day of all bills that were due yesterday and are not paid, rather than of each. */
export const notifyPastDue: DailyTask = ({ run }) =>
  run(async (ctx) => {
    const { trx, vendorId } = ctx
    const today = await ctx.today()
    const { rows } = await sql<{ count: number; due: number }>`
      select count(*)::int as "count", coalesce(sum("total" - "credited" - "paid" + "refunded"), 0)::bigint as "due" from "sales"
      where "vendorId" = ${vendorId} and "state" in ('open', 'partiallyPaid') and "dueOn" = ${addDays(today, -1)}::date`.execute(trx)
    const { count = 0, due = 0 } = rows[0] ?? {}
    if (count === 0) return
    const { currency, exponent } = await currencyOf(trx, vendorId)
    await notify(ctx, { kind: 'pastDue', cause: today, values: { count, amount: { minor: due, currency, exponent } } })
  })
