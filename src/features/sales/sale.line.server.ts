import type { Trx } from '#db/tenant.ts'
import { enrol } from '#features/enrolments/enrolment.actions.server.ts'
import { readEnrolment } from '#features/enrolments/enrolment.row.server.ts'
import type { Inside } from '#features/enrolments/enrolment.server.ts'
import { set } from '#features/enrolments/enrolment.write.server.ts'
import { lockBatch } from '#features/enrolments/places.server.ts'
import type { Move } from '#features/finance/ledger.rules.ts'
import { addDays, addMonths, earlier } from '#lib/days.ts'
import { fieldFailure } from '#server/failure.ts'
import type { Item } from './sale.contract.ts'
import type { Priced } from './sale.rules.ts'

/** What an item becomes once its batch and its enrolment are known. */
export type Line = {
  kind: 'batch' | 'free' | 'renewal'
  text: string
  quantity: number
  unit: number
  enrolment: string | null
  batch: string | null
  service: string | null
  hall: string | null
  trainer: string | null
  fromDay: string | null
  toDay: string | null
}

/** The currency and the tax of a vendor's country (product 2.14). */
export async function termsOf(trx: Trx, vendorId: string) {
  const { currency, exponent, taxRate } = await trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .select(['countries.currency', 'countries.exponent', 'countries.taxRate'])
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return { currency, exponent, tax: { rate: Math.round(taxRate * 100), isIncluded: true } }
}

/** The days that a price pays for, from the first of them (product 2.11). */
function spanOf(priceUnit: string, fromDay: string, endDate: string): { toDay: string; next: string | null } {
  if (priceUnit === 'session') return { toDay: fromDay, next: null }
  if (priceUnit === 'term') return { toDay: endDate, next: null }
  const next = addMonths(fromDay, 1)
  return { toDay: earlier(addDays(next, -1), endDate), next: next > endDate ? null : next }
}

/** Enrols the customer into the item's batch, or bills the next period of one who has a place there already. */
export async function batchLine(inside: Inside, customer: string, item: Extract<Item, { kind: 'batch' }>, at: number): Promise<Line> {
  const { trx, vendorId, call, moment } = inside
  const path = ['items', at, 'batch']
  const batch = await lockBatch(trx, vendorId, item.batch, moment, () => fieldFailure(path, 'sales.batch.required'))
  const { service, hall, trainer } = await trx
    .selectFrom('batches')
    .select(['service', 'hall', 'trainer'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', batch.id)
    .executeTakeFirstOrThrow()
  const running = await trx
    .selectFrom('enrolments')
    .select(['id', 'price', 'priceUnit', 'startDate', 'endDate', 'nextChargeOn'])
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch.id)
    .where('customer', '=', customer)
    .where('state', '=', 'active')
    .executeTakeFirst()
  const common = { quantity: 1, batch: batch.id, service, hall, trainer, text: batch.name }
  if (!running) {
    const row = await enrol(inside, { batch: batch.id, customer, startDate: item.startDate, nextChargeOn: null, ifFull: 'refuse' })
    const { toDay, next } = spanOf(row.priceUnit, row.startDate, row.endDate)
    if (next) await set(inside, row, { nextChargeOn: next })
    return { ...common, kind: 'batch', unit: row.price, enrolment: row.id, fromDay: row.startDate, toDay }
  }
  const fromDay = running.nextChargeOn ?? running.startDate
  const { toDay, next } = spanOf(running.priceUnit, fromDay, running.endDate)
  const before = await readEnrolment(trx, call, moment, running.id)
  await set(inside, before, { nextChargeOn: next })
  return { ...common, kind: 'renewal', unit: running.price, enrolment: running.id, fromDay, toDay }
}

/** What a free line is about: nothing of the floor. */
export const nothing = { enrolment: null, batch: null, service: null, hall: null, trainer: null, fromDay: null, toDay: null }

/** What a sale moves: what the customer owes against what was earned and what is owed in tax. */
export function saleMoves(lines: readonly (Line & Priced)[], customer: string | null): Move[] {
  return lines.flatMap((line) => {
    const about = { customer, batch: line.batch, service: line.service, hall: line.hall, trainer: line.trainer }
    return [
      { ...about, debit: 'customerReceivable', credit: 'revenue', amount: line.net },
      { ...about, debit: 'discount', credit: 'revenue', amount: line.discount },
      { ...about, debit: 'customerReceivable', credit: 'taxPayable', amount: line.tax },
    ] satisfies Move[]
  })
}
