import { sql } from 'kysely'
import { currencyOf, postEntries } from '#business/ledger/books.server.ts'
import type { Move } from '#business/ledger/ledger.rules.ts'
import { inChunks } from '#lib/chunks.ts'
import { lastDayOf } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { dueLines, type DueLine } from './pay.lines.server.ts'

/** One move for each trainer, batch, service and hall, with the total of their lines. */
function payMoves(lines: readonly DueLine[]): Move[] {
  const moves = new Map<string, Move>()
  for (const { trainer, batch, service, hall, amount } of lines) {
    const key = `${trainer} ${batch} ${service} ${hall}`
    const known = moves.get(key)
    if (known) known.amount += amount
    else moves.set(key, { debit: 'payroll', credit: 'payrollPayable', amount, trainer, batch, service, hall })
  }
  return [...moves.values()]
}

/**
 * Freezes trainer pay of every month that is being closed: one line for each session held, and one for
 * each difference in a month closed earlier; one run per month, posted on its last day. Closing the
 * same month again finds no difference and writes nothing. The books must be locked, and the months still open.
 * @param through the last day that is being closed
 * @returns the total added to pay, in minor units
 */
export async function freezePay(ctx: TenantContext, through: string): Promise<number> {
  const { trx, call, vendorId, now } = ctx
  const terms = await currencyOf(trx, vendorId)
  const { rows } = await sql<DueLine>`
    select * from ${dueLines(ctx, terms, { from: null, through })} d
    order by "month", "trainer", "batch", "heldOn", "session"`.execute(trx)
  const { userId } = memberOf(call)
  for (const [month, lines] of Map.groupBy(rows, (line) => line.month)) {
    const [run, day] = [newId(call.app.now()), lastDayOf(month)]
    for (const some of inChunks(lines))
      await trx
        .insertInto('payLines')
        .values(
          some.map(({ month: _month, ...line }) => ({
            vendorId,
            id: newId(call.app.now()),
            run,
            ...line,
            day,
            at: now,
            currency: terms.currency,
            reason: '',
            writtenBy: userId,
          })),
        )
        .execute()
    for (const moves of inChunks(payMoves(lines)))
      await postEntries(trx, call, { source: 'payroll', sourceId: run, day, at: now, currency: terms.currency, moves })
  }
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
