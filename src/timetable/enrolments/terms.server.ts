import { sql } from 'kysely'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import type { DiscountInput, PlaceTerms } from './terms.contract.ts'
import { discountOn } from './terms.rules.ts'

type Place = { id: string; price: number }

/** The stored terms of places, those of each place together, the latest of a day first. A place without any has its own price (decision 44). */
function readRows({ trx, vendorId }: TenantContext, ids: readonly string[]) {
  return trx
    .selectFrom('enrolmentTerms')
    .select(['enrolment', 'number', 'fromDay', 'price', 'discountKind', 'discountValue', 'discountUntil', 'reason', 'setAt'])
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"enrolment" = any(${ids}::uuid[])`)
    .orderBy('enrolment')
    .orderBy(sql`coalesce("fromDay", '-infinity'::date)`, 'desc')
    .orderBy('number', 'desc')
    .execute()
}
type Row = Awaited<ReturnType<typeof readRows>>[number]

const storedOf = (ctx: TenantContext, id: string): Promise<Row[]> => readRows(ctx, [id])

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

function termsAmong(rows: readonly Row[], place: Place, day: string, asked?: number): TermsOfDay {
  const row = rows.find(countsOn(day))
  const price = asked ?? row?.price ?? place.price
  const discount = row ? discountOn(discountOf(row), price, day) : 0
  return { price, discount, reason: discount > 0 ? (row?.reason ?? '') : '' }
}

/** The terms of a place for a period that begins on a day: those of the latest first day on or before it. */
export async function termsOn(ctx: TenantContext, place: Place, day: string): Promise<TermsOfDay> {
  return termsAmong(await storedOf(ctx, place.id), place, day)
}

/** The terms of a place on a day; `asked` is another price, that they are calculated with. */
type TermsAt = (place: Place, day: string, asked?: number) => TermsOfDay

/** Like `termsOn` for many places, in one statement. */
export async function termsOfMany(ctx: TenantContext, places: readonly Place[]): Promise<TermsAt> {
  const rows = Map.groupBy(
    await readRows(
      ctx,
      places.map(({ id }) => id),
    ),
    ({ enrolment }) => enrolment,
  )
  return (place, ...of) => termsAmong(rows.get(place.id) ?? [], place, ...of)
}

/** A discount with the first day that it counts for; null for every day. */
type DatedDiscount = { from: string | null; discount: DiscountInput | null }

/** The recurring discounts that a place has on a day and after it, earliest first: those that a move takes along. */
export async function discountsFrom(ctx: TenantContext, { id }: { id: string }, day: string): Promise<DatedDiscount[]> {
  const rows = await storedOf(ctx, id)
  const current = rows.find(countsOn(day))
  const later = rows.filter(({ fromDay }, at) => fromDay !== null && fromDay > day && rows[at - 1]?.fromDay !== fromDay)
  const dated = (row: Row, from: string | null): DatedDiscount => {
    const discount = discountOf(row)
    return { from, discount: discount && { ...discount, reason: row.reason ?? '–' } }
  }
  return [...(current ? [dated(current, null)] : []), ...later.toReversed().map((row) => dated(row, row.fromDay))]
}

const unreduced = { discountKind: null, discountValue: null, discountUntil: null, reason: null }
const reductionOf = ({ discountKind, discountValue, discountUntil, reason }: Row) => ({
  discountKind,
  discountValue,
  discountUntil,
  reason,
})

type Added = { fromDay: string | null; price: number } & (typeof unreduced | ReturnType<typeof reductionOf>)

/** Stores more terms of a place, after those that it has; its first terms are those of the days before the first change. */
async function store(ctx: TenantContext, place: Place, known: readonly Row[], added: readonly Added[]): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const isFirst = known.length === 0 && added[0]?.fromDay !== null
  const rows = isFirst ? [{ ...unreduced, fromDay: null, price: place.price }, ...added] : added
  const last = Math.max(0, ...known.map(({ number }) => number))
  const common = { vendorId, enrolment: place.id, setAt: now, setBy: memberOf(call).userId }
  await trx
    .insertInto('enrolmentTerms')
    .values(rows.map((row, at) => ({ ...common, ...row, number: last + at + 1 })))
    .execute()
  await trx.updateTable('enrolments').set({ hasTerms: true }).where('vendorId', '=', vendorId).where('id', '=', place.id).execute()
}

/**
 * Gives a place another recurring discount. The place must be locked.
 * @param from the first day on which a period may begin that it counts for; null for every day, in a place without terms
 */
export async function addTerms(ctx: TenantContext, place: Place, from: string | null, discount: DiscountInput | null): Promise<void> {
  const known = await storedOf(ctx, place.id)
  const price = (from === null ? undefined : known.find(countsOn(from))?.price) ?? place.price
  const set = discount
    ? { discountKind: discount.kind, discountValue: discount.value, discountUntil: discount.until, reason: discount.reason }
    : unreduced
  await store(ctx, place, known, [{ ...set, fromDay: from, price }])
}

/** Gives a place another price from a day on, with the discounts that it has then and later. The place must be locked. */
export async function addPrice(ctx: TenantContext, place: Place, from: string, price: number): Promise<void> {
  const known = await storedOf(ctx, place.id)
  const current = known.find(countsOn(from))
  const later = known.filter(({ fromDay }, at) => fromDay !== null && fromDay > from && known[at - 1]?.fromDay !== fromDay)
  await store(ctx, place, known, [
    { ...(current ? reductionOf(current) : unreduced), fromDay: from, price },
    ...later.toReversed().map((row) => ({ ...reductionOf(row), fromDay: row.fromDay, price })),
  ])
}
