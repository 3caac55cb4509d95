import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { TenantContext } from '#kernel/context.ts'
import { givesDays, givesWaiting, isFree, openFrom, type Terms } from './enrolment.rules.ts'
import { freePlaces, refreshActiveUntil, lockBatch } from './places.server.ts'
import { isUnnamed } from './unnamed.server.ts'
import { auditMoney } from '#business/ledger/books.server.ts'
import { later } from '#lib/days.ts'
import { audit } from '#kernel/audit.ts'
import { failure } from '#kernel/failure.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'

type Place = Terms & { id: string; customer: string; state: 'waitlisted' | 'offered' | 'active' | 'completed' }

/** The new columns of an extended place: a place billed to the old end is next charged for the following month, a free place stays free. */
function columnsOf(place: Place, end: string) {
  const { state, endDate, nextChargeOn, priceUnit } = place
  const isUnchanged = priceUnit !== 'month' || isFree(place)
  return {
    state: state === 'completed' ? 'active' : state,
    endDate: later(endDate, end),
    nextChargeOn: isUnchanged ? nextChargeOn : openFrom(place),
  }
}

/** Each customer's last place that ran until the batch's old end, unless the customer has left the business since. */
async function stoodUntil(trx: Trx, vendorId: string, { id, endDate }: Batch): Promise<Place[]> {
  const live = sql`('waitlisted', 'offered', 'active')`
  const stood = (name: 'e' | 'o') => sql`${sql.ref(`${name}.endDate`)} >= ${endDate}::date and not ${sql.ref(`${name}.cancelAtPeriodEnd`)}`
  const { rows } = await sql<Place>`
    select e."id", e."customer", e."state", e."startDate", e."endDate", e."nextChargeOn", e."billedThrough", e."priceUnit" from "enrolments" e
    join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and e."batch" = ${id} and ${stood('e')}
      and (e."state" in ${live} or (e."state" = 'completed' and c."state" not in ('archived', 'blocked') and not exists (
        select 1 from "enrolments" o where o."vendorId" = ${vendorId} and o."batch" = e."batch" and o."customer" = e."customer"
          and (o."state" in ${live} or (o."state" = 'completed' and o."id" > e."id" and ${stood('o')})))))
    order by e."id" for update of e, c`.execute(trx)
  return rows
}

/** Extends the unnamed places of quotes like the others. */
async function carryUnnamed(trx: Trx, vendorId: string, before: Batch, { endDate }: Batch, now: string): Promise<void> {
  await sql`update "enrolments" e set "endDate" = ${endDate}, "updatedAt" = ${now}, "version" = e."version" + 1
    where e."vendorId" = ${vendorId} and e."batch" = ${before.id} and ${isUnnamed}
      and e."endDate" between ${before.endDate}::date and ${endDate}::date`.execute(trx)
}

/**
 * Extends the places that ran until an open batch's old end to its new end, including those that have ended with it
 * since. Places that ended earlier or are being cancelled stay unchanged. Days given for free get a row in the money
 * log. The books and the batch must be locked, in this order.
 * @throws batch/full if other customers have taken the places of those who would return
 */
export async function carryOn(ctx: TenantContext, before: Batch, after: Batch): Promise<void> {
  if (after.state !== 'open' || after.endDate <= before.endDate) return
  const { trx, call, vendorId, now } = ctx
  const batch = await lockBatch(ctx, after.id)
  const places = await stoodUntil(trx, vendorId, before)
  const back = places.filter(({ state }) => state === 'completed').length
  if (back > 0 && back > (await freePlaces(trx, vendorId, batch))) throw failure('batch/full')
  await carryUnnamed(trx, vendorId, before, after, now)
  for (const place of places) {
    const columns = columnsOf(place, after.endDate)
    await trx
      .updateTable('enrolments')
      .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
      .where('vendorId', '=', vendorId)
      .where('id', '=', place.id)
      .execute()
    const [was, is] = [
      { endDate: place.endDate, nextChargeOn: place.nextChargeOn },
      { endDate: columns.endDate, nextChargeOn: columns.nextChargeOn, customer: place.customer },
    ]
    const gives = columns.state === 'active' ? givesDays : givesWaiting
    const change = { action: 'update', entity: 'enrolment', target: place.id, subject: after.id, before: was, after: is } as const
    await (gives(place, { ...place, ...columns }) ? auditMoney : audit)(trx, call, change)
  }
  await refreshActiveUntil(trx, vendorId, [...new Set(places.map(({ customer }) => customer))])
}
