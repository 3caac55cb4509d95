import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { keepActiveUntil } from '#features/enrolments/places.server.ts'
import { addDays, later } from '#lib/days.ts'
import { instant } from '#server/app.ts'
import { audit } from '#server/audit.ts'
import { memberOf, type Call } from '#server/base.ts'
import type { Batch } from './batch.contract.ts'

type Place = {
  id: string
  customer: string
  state: string
  endDate: string
  nextChargeOn: string | null
  billedThrough: string | null
  priceUnit: string
}

/** What becomes of a place that carries on: a month that was billed to the old end is followed by the next. */
function columnsOf({ state, endDate, nextChargeOn, billedThrough, priceUnit }: Place, end: string) {
  const next = priceUnit === 'month' && billedThrough !== null ? addDays(billedThrough, 1) : null
  return { state: state === 'completed' ? 'active' : state, endDate: later(endDate, end), nextChargeOn: nextChargeOn ?? next }
}

/**
 * Lets the places that stood until a batch's old end run to its new one, also those that have ended with it since.
 * Who left earlier or is leaving stays so. The batch must be held.
 */
export async function carryOn(trx: Trx, call: Call, before: Batch, after: Batch): Promise<void> {
  if (after.endDate <= before.endDate) return
  const { vendorId } = memberOf(call)
  const { rows } = await sql<Place>`
    select e."id", e."customer", e."state", e."endDate", e."nextChargeOn", e."billedThrough", e."priceUnit" from "enrolments" e
    where e."vendorId" = ${vendorId} and e."batch" = ${after.id} and e."endDate" >= ${before.endDate}::date and not e."cancelAtPeriodEnd"
      and (e."state" in ('waitlisted', 'offered', 'active') or (e."state" = 'completed' and not exists (
        select from "enrolments" o where o."vendorId" = ${vendorId} and o."batch" = e."batch" and o."customer" = e."customer"
          and o."state" in ('waitlisted', 'offered', 'active'))))
    order by e."id" for update`.execute(trx)
  for (const place of rows) {
    const columns = columnsOf(place, after.endDate)
    await trx
      .updateTable('enrolments')
      .set({ ...columns, updatedAt: instant(call.app), version: sql<number>`"version" + 1` })
      .where('vendorId', '=', vendorId)
      .where('id', '=', place.id)
      .execute()
    const [was, is] = [
      { endDate: place.endDate, nextChargeOn: place.nextChargeOn },
      { endDate: columns.endDate, nextChargeOn: columns.nextChargeOn, customer: place.customer },
    ]
    await audit(trx, call, { action: 'update', entity: 'enrolment', target: place.id, subject: after.id, before: was, after: is })
  }
  await keepActiveUntil(trx, vendorId, [...new Set(rows.map(({ customer }) => customer))])
}
