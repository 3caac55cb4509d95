import { sql, type RawBuilder } from 'kysely'
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

/** What a period that begins on a day costs: the discount in minor units, and why it is given. */
export type TermsOfDay = { price: number; off: number; reason: string }

/** The terms of a place for a period that begins on a day: those of the latest first day on or before it. */
export async function termsOn(ctx: TenantContext, { id, price }: Place, day: string): Promise<TermsOfDay> {
  const row = (await storedOf(ctx, id)).find(({ fromDay }) => fromDay === null || fromDay <= day)
  if (!row) return { price, off: 0, reason: '' }
  const off = discountOn(discountOf(row), row.price, day)
  return { price: row.price, off, reason: off > 0 ? (row.reason ?? '') : '' }
}

/** The recurring discount that a place still has on a day, with its reason: what a move takes along. */
export async function discountLeft(ctx: TenantContext, { id }: { id: string }, day: string): Promise<DiscountInput | null> {
  const row = (await storedOf(ctx, id)).find(({ fromDay }) => fromDay === null || fromDay <= day)
  const discount = row && discountOf(row)
  if (!discount || (discount.until !== null && discount.until < day)) return null
  return { ...discount, reason: row.reason ?? '–' }
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

/**
 * What a period of the enrolment `e` that begins on a day costs after its recurring discount, as SQL in minor units. A
 * percentage is rounded half up, as `rateOf` does.
 */
export const priceOn = (
  vendorId: string,
  day: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`case when not e."hasTerms" then e."price" else coalesce((
    select w."price" - case when w."discountKind" is null or w."discountUntil" < ${day} then 0
      when w."discountKind" = 'percent' then (w."price" * w."discountValue" * 2 + 10000) / 20000
      else least(w."price", w."discountValue") end
    from "enrolmentTerms" w where w."vendorId" = ${vendorId} and w."enrolment" = e."id" and coalesce(w."fromDay", '-infinity'::date) <= ${day}
    order by coalesce(w."fromDay", '-infinity'::date) desc, w."number" desc limit 1), e."price") end`
