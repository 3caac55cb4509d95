import { sql } from 'kysely'
import { eraseMessages } from '#business/developers/webhook.erase.server.ts'
import { eraseDeliveries } from '#business/notifications/notification.erase.server.ts'
import { eraseCustomers } from '#directory/customers/customer.write.server.ts'
import { endArchives } from '#insight/archives/archive.erase.server.ts'
import { eraseEntrant } from '#insight/challenges/challenge.erase.server.ts'
import { emptyAudit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { inChunks } from '#lib/chunks.ts'
import { eraseEffects } from '#money/effects/effect.erase.server.ts'
import { eraseQuotes } from '#money/quotes/quote.erase.server.ts'
import { eraseEnrolments } from '#timetable/enrolments/enrolment.erase.server.ts'
import { storeBuyers } from './bills.server.ts'

/** The records about a person, by kind; their ids identify no one and stay. */
export type Records = Record<'customers' | 'enrolments' | 'sales' | 'quotes' | 'entries' | 'scores', string[]>

/** Finds all records about some customers. */
export async function recordsOf({ trx, vendorId }: TenantContext, customers: string[]): Promise<Records> {
  const ofCustomers = (table: 'enrolments' | 'sales' | 'quotes' | 'challengeEntries') =>
    trx.selectFrom(table).select('id').where('vendorId', '=', vendorId).where('customer', 'in', customers).execute()
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const entries = idsOf(await ofCustomers('challengeEntries'))
  const { rows: scores } = await sql<{ id: string }>`
    select "id" from "challengeScores" where "vendorId" = ${vendorId} and "entry" = any(${entries}::uuid[])`.execute(trx)
  return {
    customers,
    enrolments: idsOf(await ofCustomers('enrolments')),
    sales: idsOf(await ofCustomers('sales')),
    quotes: idsOf(await ofCustomers('quotes')),
    entries,
    scores: idsOf(scores),
  }
}

/**
 * Empties the log's rows about the records: who changed what and when stays, without the values and the
 * source address. The rows of money belong to the books and are emptied with their bills; a move only names places.
 */
async function eraseLog({ trx, vendorId }: TenantContext, about: readonly string[]): Promise<void> {
  await emptyAudit(
    trx,
    vendorId,
    sql`"sequence" is null and ("target" = any(${about}::text[]) or "subject" = any(${about}::uuid[]))
      and ("entity" <> 'enrolment' or ("action" <> 'move' and coalesce("after" ->> 'reason', '') <> ''))`,
  )
}

/** Removes a person's data from everything that the product stores, except what bills printed (docs/erasure.md). */
export async function eraseTraces(ctx: TenantContext, records: Records): Promise<void> {
  const { customers, enrolments, sales, quotes } = records
  await storeBuyers(ctx, customers)
  await eraseCustomers(ctx, customers)
  await eraseEnrolments(ctx, enrolments)
  await eraseQuotes(ctx, quotes)
  await eraseEffects(ctx, customers)
  await eraseEntrant(ctx, records)
  await eraseDeliveries(ctx, customers, [...customers, ...enrolments, ...sales, ...quotes])
  await endArchives(ctx)
  for (const some of inChunks(Object.values(records).flat())) {
    await eraseMessages(ctx, some)
    await eraseLog(ctx, some)
  }
}
