import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { withdrawJobs } from '#kernel/outbox.ts'
import type { OutsideMail } from './outside.rules.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

/** A mail to a customer that has not been sent, with the `values` of its delivery. */
export type UnsentMail<Values> = { kind: OutsideMail; customer: string; values: Values }

/**
 * Withdraws the mails to customers about some records that have not been sent.
 * @returns whether any mail about them was sent, or may have arrived
 */
export async function withdrawAbout(
  { trx, call: { app }, vendorId }: Where,
  kinds: readonly OutsideMail[],
  about: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ id: string; state: string }>`
    select "id", "state" from "deliveries"
    where "vendorId" = ${vendorId} and "about" = any(${about}::uuid[]) and "customer" is not null and "kind" = any(${kinds}::text[])
    order by "id" for update`.execute(trx)
  const waiting = rows.flatMap(({ id, state }) => (['queued', 'failed'].includes(state) ? [id] : []))
  const removed = waiting.length > 0 ? await withdrawJobs(trx, vendorId, waiting) : []
  if (removed.length > 0)
    await trx
      .updateTable('deliveries')
      .set({ state: 'dropped', stateAt: instant(app) })
      .where('vendorId', '=', vendorId)
      .where(sql<boolean>`"id" = any(${removed.flatMap(({ delivery }) => delivery ?? [])}::uuid[])`)
      .execute()
  const untried = new Set(removed.flatMap(({ delivery, attempts }) => (attempts === 0 ? [delivery] : [])))
  return rows.some(({ id, state }) => state !== 'dropped' && !untried.has(id))
}

/**
 * Withdraws mails to customers that have not been sent, since their content is no longer true.
 * @param kinds of mails whose deliveries have `Values`
 * @param isStale selects the mails to withdraw
 * @returns those mails, and whether each was tried: then it may have arrived anyway
 */
export async function withdrawMails<Values>(
  { trx, call: { app }, vendorId }: Where,
  kinds: readonly OutsideMail[],
  isStale: (mail: UnsentMail<Values>) => boolean,
): Promise<(UnsentMail<Values> & { wasTried: boolean })[]> {
  const waiting = await trx.selectFrom('outbox').select('delivery').where('deliveryVendor', '=', vendorId).execute()
  const ids = waiting.flatMap(({ delivery }) => delivery ?? [])
  if (ids.length === 0) return []
  // Locked in the order in which the mail sender records its results.
  const { rows } = await sql<UnsentMail<Values> & { id: string }>`
    select "id", "kind", "customer", "values" from "deliveries"
    where "vendorId" = ${vendorId} and "id" = any(${ids}::uuid[]) and "kind" = any(${kinds}::text[])
      and "customer" is not null and "state" in ('queued', 'failed')
    order by "id" for update`.execute(trx)
  const stale = rows.filter(isStale)
  if (stale.length === 0) return []
  const removed = stale.map(({ id }) => id)
  const untried = await withdrawJobs(trx, vendorId, removed)
  await trx
    .updateTable('deliveries')
    .set({ state: 'dropped', stateAt: instant(app) })
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${removed}::uuid[])`)
    .execute()
  const attempts = new Map(untried.map((job) => [job.delivery, job.attempts]))
  return stale.map(({ id, ...mail }) => ({ ...mail, wasTried: attempts.get(id) !== 0 }))
}
