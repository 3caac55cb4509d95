import { sql } from 'kysely'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import type { DiscountInput, PlaceTerms } from './terms.contract.ts'
import { discountOn } from './terms.rules.ts'

type Place = { id: string; price: number }

/** The stored terms of a place, the latest of a day first. A place without any has its own price (decision 44). */
function storedOf({ trx, vendorId }: TenantContext, id: string) {
  return trx
    .selectFrom('enrolmentTerms')
    .select(['number', 'fromDay', 'price', 'discountKind', 'discountValue', 'discountUntil', 'reason', 'setAt'])
    .where('vendorId', '=', vendorId)
    .where('enrolment', '=', id)
    .orderBy(sql`coalesce("fromDay", '-infinity'::date)`, 'desc')
    .orderBy('number', 'desc')
    .execute()
}
type Row = Awaited<ReturnType<typeof storedOf>>[number]

const discountOf = ({ discountKind: kind, discountValue: value, discountUntil: until }: Row): PlaceTerms['discount'] =>
  kind === null || value === null ? null : { kind, value, until }

/** The terms of a place, latest day first. @throws document/not-found */
export async function readTerms(ctx: TenantContext, { id }: { id: string }): Promise<{ rows: PlaceTerms[] }> {
  const { price } = await readEnrolment(ctx, id)
  const rows = await storedOf(ctx, id)
  if (rows.length === 0) return { rows: [{ from: null, price, discount: null, reason: null, setAt: null, isReplaced: false }] }
  return {
    rows: rows.map((row, at) => ({
      from: row.fromDay,
      price: row.price,
      discount: discountOf(row),
      reason: row.reason,
      setAt: row.setAt,
      isReplaced: at > 0 && rows[at - 1]?.fromDay === row.fromDay,
    })),
  }
}

/** The price of a period that begins on a day, and its recurring discount, in minor units; the reason is '' without a discount. */
export type TermsOfDay = { price: number; discount: number; reason: string }

/** Whether stored terms count on a day. */
const countsOn =
  (day: string) =>
  ({ fromDay }: Row) =>
    fromDay === null || fromDay <= day

/** The terms of a place for a period that begins on a day: those of the latest first day on or before it. */
export async function termsOn(ctx: TenantContext, { id, price }: Place, day: string): Promise<TermsOfDay> {
  const row = (await storedOf(ctx, id)).find(countsOn(day))
  if (!row) return { price, discount: 0, reason: '' }
  const discount = discountOn(discountOf(row), row.price, day)
  return { price: row.price, discount, reason: discount > 0 ? (row.reason ?? '') : '' }
}

/** A discount with the first day that it counts for; null for every day. */
type DatedDiscount = { from: string | null; discount: DiscountInput | null }

/** The recurring discounts that a place has on a day and after it, earliest first: those that a move takes along. */
export async function discountsFrom(ctx: TenantContext, { id }: { id: string }, day: string): Promise<DatedDiscount[]> {
  const rows = await storedOf(ctx, id)
  const current = rows.find(countsOn(day))
  const later = rows.filter(({ fromDay }, at) => fromDay !== null && fromDay > day && rows[at - 1]?.fromDay !== fromDay)
  const dated = ({ fromDay, reason, ...row }: Row, from: string | null): DatedDiscount => {
    const discount = discountOf({ fromDay, reason, ...row })
    return { from, discount: discount && { ...discount, reason: reason ?? '–' } }
  }
  return [...(current ? [dated(current, null)] : []), ...later.toReversed().map((row) => dated(row, row.fromDay))]
}

/**
 * Adds terms to a place, which must be locked.
 * @param from the first day on which a period may begin that they count for; null for every day, in a place without terms
 */
export async function addTerms(ctx: TenantContext, place: Place, from: string | null, discount: DiscountInput | null): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const numbers = (await storedOf(ctx, place.id)).map(({ number }) => number)
  const base = { vendorId, enrolment: place.id, price: place.price, setAt: now, setBy: memberOf(call).userId }
  const plain = { discountKind: null, discountValue: null, discountUntil: null, reason: null }
  const set = discount
    ? { discountKind: discount.kind, discountValue: discount.value, discountUntil: discount.until, reason: discount.reason }
    : plain
  // The days before the first change keep the price that the place began with.
  const first = numbers.length === 0 && from !== null ? [{ ...base, ...plain, number: 1, fromDay: null }] : []
  const number = Math.max(0, ...numbers) + first.length + 1
  await trx
    .insertInto('enrolmentTerms')
    .values([...first, { ...base, ...set, number, fromDay: from }])
    .execute()
  await trx.updateTable('enrolments').set({ hasTerms: true }).where('vendorId', '=', vendorId).where('id', '=', place.id).execute()
}
