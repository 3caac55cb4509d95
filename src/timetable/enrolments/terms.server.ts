import { sql } from 'kysely'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { keysOf } from '#lib/choices.ts'
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

/** The terms of the days after a day, earliest first; of each day those that were set last. */
const after = (rows: readonly Row[], day: string): Row[] =>
  rows.filter(({ fromDay }, at) => fromDay !== null && fromDay > day && rows[at - 1]?.fromDay !== fromDay).toReversed()

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

/** The terms of a place on a day; `asked` is another price to calculate them with. */
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
  const dated = (row: Row, from: string | null): DatedDiscount => {
    const discount = discountOf(row)
    return { from, discount: discount && { ...discount, reason: row.reason ?? '–' } }
  }
  return [...(current ? [dated(current, null)] : []), ...after(rows, day).map((row) => dated(row, row.fromDay))]
}

/** What terms say, apart from their day. */
type Said = Pick<Row, 'price' | 'discountKind' | 'discountValue' | 'discountUntil' | 'reason'>

const saidBy = ({ price, discountKind, discountValue, discountUntil, reason }: Said): Said => ({
  price,
  discountKind,
  discountValue,
  discountUntil,
  reason,
})
const listPrice = ({ price }: Place): Said => ({ price, discountKind: null, discountValue: null, discountUntil: null, reason: null })

type Dated = Said & { fromDay: string | null }

/**
 * The terms that a change adds: those of its first day, and those of every later day on which what it changes was left
 * as it was. From a day on for which something else was agreed, that stays.
 */
function changed(place: Place, known: readonly Row[], from: string | null, change: Partial<Said>): Dated[] {
  const current = from === null ? undefined : known.find(countsOn(from))
  const before = saidBy(current ?? listPrice(place))
  const added: Dated[] = [{ ...before, ...change, fromDay: from }]
  for (const row of from === null ? [] : after(known, from)) {
    if (keysOf(change).some((part) => row[part] !== before[part])) break
    added.push({ ...saidBy(row), ...change, fromDay: row.fromDay })
  }
  return added
}

/** Stores a change of places' terms; the first terms of a place are those of the days before its first change. */
async function store(ctx: TenantContext, from: string | null, changes: readonly { place: Place; change: Partial<Said> }[]): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  if (changes.length === 0) return
  const ids = changes.map(({ place }) => place.id)
  const all = Map.groupBy(await readRows(ctx, ids), ({ enrolment }) => enrolment)
  const rows = changes.flatMap(({ place, change }) => {
    const known = all.get(place.id) ?? []
    const first = known.length === 0 && from !== null ? [{ ...listPrice(place), fromDay: null }] : []
    const last = Math.max(0, ...known.map(({ number }) => number))
    return [...first, ...changed(place, known, from, change)].map((row, at) => ({ ...row, enrolment: place.id, number: last + at + 1 }))
  })
  const common = { vendorId, setAt: now, setBy: memberOf(call).userId }
  await trx
    .insertInto('enrolmentTerms')
    .values(rows.map((row) => ({ ...common, ...row })))
    .execute()
  await trx
    .updateTable('enrolments')
    .set({ hasTerms: true })
    .where('vendorId', '=', vendorId)
    .where(sql<boolean>`"id" = any(${ids}::uuid[])`)
    .execute()
}

/**
 * Gives a place another recurring discount. The place must be locked.
 * @param from the first day on which a period may begin that it counts for; null for every day, in a place without terms
 */
export function addDiscount(ctx: TenantContext, place: Place, from: string | null, discount: DiscountInput | null): Promise<void> {
  const { kind = null, value = null, until = null, reason = null } = discount ?? {}
  const change = { discountKind: kind, discountValue: value, discountUntil: until, reason }
  return store(ctx, from, [{ place, change }])
}

/** Gives places another price from a day on, each its own; their discounts stay. The places must be locked. */
export function addPrices(ctx: TenantContext, from: string, changes: readonly { place: Place; price: number }[]): Promise<void> {
  return store(
    ctx,
    from,
    changes.map(({ place, price }) => ({ place, change: { price } })),
  )
}
