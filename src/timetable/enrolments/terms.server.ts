import { sql } from 'kysely'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { keysOf } from '#lib/choices.ts'
import { inChunks } from '#lib/chunks.ts'
import type { DiscountInput, PlaceTerms } from './terms.contract.ts'
import { discountOn } from './terms.rules.ts'

type Place = { id: string; price: number }

/** The terms of places, those of each place together, the latest of a day first (decision 44). */
function readRows({ trx, vendorId }: TenantContext, ids: readonly string[]) {
  return trx
    .selectFrom('enrolmentTerms')
    .select(['enrolment', 'number', 'fromDay', 'kind', 'source', 'price', 'reason', 'setAt'])
    .select(['discountKind', 'discountValue', 'discountUntil'])
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
  await readEnrolment(ctx, id)
  const rows = await storedOf(ctx, id)
  return {
    rows: rows.map((row, at) => ({
      from: row.fromDay,
      kind: row.kind,
      source: row.source,
      price: row.price,
      discount: discountOf(row),
      reason: row.reason,
      setAt: row.setAt,
      isReplaced: at > 0 && rows[at - 1]?.fromDay === row.fromDay,
    })),
  }
}

/**
 * The price of a period that begins on a day, and its recurring discount, in minor units; the reason is '' without a
 * discount. `isGiven`: it costs nothing, for a stated reason.
 */
export type TermsOfDay = { price: number; discount: number; reason: string; isGiven: boolean }

const isGiven = ({ price, reason }: Pick<Row, 'price' | 'reason'>) => price === 0 && reason !== null

/** Whether stored terms count on a day. */
const countsOn =
  (day: string) =>
  ({ fromDay }: Row) =>
    fromDay === null || fromDay <= day

/** The terms that count on a day. */
function termsAt(rows: readonly Row[], day: string): Row {
  const row = rows.find(countsOn(day))
  // The database refuses it, and a place's first terms have no day.
  if (!row) throw new Error('a place without terms')
  return row
}

/** The terms of the days after a day, earliest first; of each day those that were set last. */
const after = (rows: readonly Row[], day: string): Row[] =>
  rows.filter(({ fromDay }, at) => fromDay !== null && fromDay > day && rows[at - 1]?.fromDay !== fromDay).toReversed()

function termsAmong(rows: readonly Row[], place: Pick<Place, 'price'>, day: string, asked?: number): TermsOfDay {
  const row = rows.find(countsOn(day))
  const price = asked ?? row?.price ?? place.price
  const discount = row ? discountOn(discountOf(row), price, day) : 0
  return { price, discount, reason: discount > 0 ? (row?.reason ?? '') : '', isGiven: row !== undefined && isGiven(row) }
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

/** A discount with the first day that it counts for, null for every day. */
type DatedDiscount = { from: string | null; discount: DiscountInput | null }

/** Whether a place is paid for, and why one without a discount is free. */
export type PlacePayment = Pick<Row, 'kind' | 'source' | 'reason'>

/** The day from which each place has another price than on a day, by terms that it has already; places that keep theirs are left out. */
export async function nextPriceDays(ctx: TenantContext, places: readonly Place[], day: string): Promise<Map<string, string>> {
  const ids = places.map(({ id }) => id)
  const days = new Map<string, string>()
  for (const [id, rows] of Map.groupBy(await readRows(ctx, ids), ({ enrolment }) => enrolment)) {
    const { price } = termsAt(rows, day)
    const next = after(rows, day).find((row) => row.price !== price)?.fromDay
    if (next) days.set(id, next)
  }
  return days
}

/** What a move takes along: whether the place is paid for, its recurring discount on a day, and those after it, earliest first. */
export async function termsToMove(
  ctx: TenantContext,
  { id }: { id: string },
  day: string,
): Promise<PlacePayment & { discount: DiscountInput | null; coming: DatedDiscount[] }> {
  const rows = await storedOf(ctx, id)
  const current = termsAt(rows, day)
  const dated = (row: Row, from: string | null): DatedDiscount => {
    const discount = discountOf(row)
    return { from, discount: discount && { ...discount, reason: row.reason ?? '–' } }
  }
  const { discount } = dated(current, null)
  const { kind, source, reason } = current
  const coming = after(rows, day).map((row) => dated(row, row.fromDay))
  return { kind, source: source === 'former' ? source : 'desk', reason: discount ? null : reason, discount, coming }
}

/** A place whose terms another takes over from a day on; `price` replaces its own, but one of nothing for a reason with `keepsGiven`; a postponed charge begins. */
type Followed = { id: string; day: string; price: number | null; keepsGiven: boolean; isQuoted: boolean; isPostponed: boolean }

/** The terms that a place begins with, those of later days after them, and what they say of a day. */
export type CopiedTerms = { rows: Row[]; on: (day: string) => TermsOfDay }

function copied(rows: readonly Row[], { day, price, keepsGiven, isQuoted, isPostponed }: Followed): CopiedTerms {
  const stored = termsAt(rows, day)
  const isDue = isPostponed && stored.kind === 'free'
  const current: Row = isDue ? { ...stored, kind: 'paid', reason: stored.discountKind === null ? null : stored.reason } : stored
  const isOver = current.discountUntil !== null && current.discountUntil < day
  const discount = isOver ? { ...discounted(null), reason: current.kind === 'free' ? current.reason : null } : {}
  const first: Row = { ...current, ...discount, fromDay: null, source: isQuoted ? 'quote' : current.source }
  const priceOf = (row: Row) => (keepsGiven && isGiven(row) ? 0 : (price ?? row.price))
  const own = [first, ...after(rows, day)].map((row, at) => ({ ...row, price: priceOf(row), number: at + 1 }))
  const latest = own.toReversed()
  return { rows: own, on: (asked) => termsAmong(latest, first, asked) }
}

/** The terms of places as places that follow them begin with them: a discount that is over by then is left out. */
export async function termsToCopy(ctx: TenantContext, places: readonly Followed[]): Promise<Map<string, CopiedTerms>> {
  const ids = places.map(({ id }) => id)
  const rows = Map.groupBy(await readRows(ctx, ids), ({ enrolment }) => enrolment)
  return new Map(places.map((place) => [place.id, copied(rows.get(place.id) ?? [], place)]))
}

/** Stores copied terms for places that are about to be created. */
export async function storeCopies(ctx: TenantContext, copies: readonly { id: string; terms: CopiedTerms }[]): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const common = { vendorId, setAt: now, setBy: memberOf(call).userId }
  const rows = copies.flatMap(({ id, terms }) => terms.rows.map((row) => ({ ...row, ...common, enrolment: id })))
  for (const chunk of inChunks(rows)) await trx.insertInto('enrolmentTerms').values(chunk).execute()
}

/** The columns of a place that follow from copied terms. */
export const columnsOfCopy = ({ rows }: CopiedTerms) => ({
  termsNumber: rows.length,
  hasTerms: rows.length > 1 || rows[0]?.discountKind !== null,
})

/** What terms say, apart from their day. */
type Said = Pick<Row, 'kind' | 'price' | 'discountKind' | 'discountValue' | 'discountUntil' | 'reason'>

const saidBy = ({ kind, price, discountKind, discountValue, discountUntil, reason }: Said): Said => ({
  kind,
  price,
  discountKind,
  discountValue,
  discountUntil,
  reason,
})

const discounted = (discount: DiscountInput | null) => {
  const { kind = null, value = null, until = null, reason = null } = discount ?? {}
  return { discountKind: kind, discountValue: value, discountUntil: until, reason }
}

type Dated = Said & { fromDay: string }

/** What changes of a place's terms; `reason` is why it costs nothing, for terms without a discount, which has a reason of its own. */
type Change = { place: { id: string }; change: Partial<Said>; reason?: string | null | undefined }

/**
 * The terms that a change adds: those of its first day, and those of every later day on which what it changes was left
 * as it was. From a day on for which something else was agreed, that stays.
 */
function changed(known: readonly Row[], from: string, { change, reason }: Omit<Change, 'place'>): Dated[] {
  const before = saidBy(termsAt(known, from))
  const said = (terms: Said): Said => {
    const isItsOwn = reason !== undefined && terms.discountKind === null && terms.kind === 'paid'
    return { ...terms, ...change, ...(isItsOwn && { reason }) }
  }
  const added: Dated[] = [{ ...said(before), fromDay: from }]
  for (const row of after(known, from)) {
    if (row.fromDay === null || keysOf(change).some((part) => row[part] !== before[part])) break
    added.push({ ...said(saidBy(row)), fromDay: row.fromDay })
  }
  return added
}

/** Stores a change of places' terms from a day on. */
async function store(ctx: TenantContext, from: string, source: Row['source'], changes: readonly Change[]): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  if (changes.length === 0) return
  const ids = changes.map(({ place }) => place.id)
  const all = Map.groupBy(await readRows(ctx, ids), ({ enrolment }) => enrolment)
  const rows = changes.flatMap(({ place, ...change }) => {
    const known = all.get(place.id) ?? []
    const last = Math.max(...known.map(({ number }) => number))
    return changed(known, from, change).map((row, at) => ({ ...row, enrolment: place.id, number: last + at + 1 }))
  })
  const common = { vendorId, source, setAt: now, setBy: memberOf(call).userId }
  for (const chunk of inChunks(rows.map((row) => ({ ...common, ...row })))) await trx.insertInto('enrolmentTerms').values(chunk).execute()
  const newest = rows.map(({ enrolment, number }) => ({ enrolment, number }))
  await sql`update "enrolments" e set "hasTerms" = true, "termsNumber" = w."number" from (
      select "enrolment", max("number") as "number" from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) as r ("enrolment" uuid, "number" integer)
      group by 1) w
    where e."vendorId" = ${vendorId} and e."id" = w."enrolment"`.execute(trx)
}

/** The terms that new places begin with. */
type FirstTerms = Omit<PlacePayment, 'reason'> & { price: number; discount: DiscountInput | null; reason?: string | null }

/**
 * Stores the terms of places that are about to be created.
 * @returns the columns of the places that follow from them
 */
export async function firstTerms(ctx: TenantContext, ids: readonly string[], { discount, reason = null, ...terms }: FirstTerms) {
  const { trx, call, vendorId, now } = ctx
  const own = { ...terms, ...discounted(discount), ...(reason === null ? {} : { reason }) }
  const common = { vendorId, number: 1, fromDay: null, ...own, setAt: now, setBy: memberOf(call).userId }
  for (const chunk of inChunks(ids.map((enrolment) => ({ ...common, enrolment }))))
    await trx.insertInto('enrolmentTerms').values(chunk).execute()
  return { termsNumber: 1, hasTerms: discount !== null }
}

/**
 * Gives a place another recurring discount. The place must be locked.
 * @param from the first day on which a period may begin that it counts for
 */
export function addDiscount(ctx: TenantContext, place: { id: string }, from: string, discount: DiscountInput | null): Promise<void> {
  return store(ctx, from, 'desk', [{ place, change: discounted(discount) }])
}

/**
 * Notes from a day on that a place is paid for, or that it is free and why. The place must be locked.
 * @param reason null where it is paid
 */
export async function addKind(
  ctx: TenantContext,
  place: { id: string },
  from: string,
  kind: Row['kind'],
  reason: string | null,
): Promise<void> {
  const current = termsAt(await storedOf(ctx, place.id), from)
  if (kind === 'paid' && current.kind === 'paid') return
  // A discount has a reason of its own.
  const why = current.discountKind === null ? { reason } : {}
  await store(ctx, from, 'desk', [{ place, change: { kind, ...why } }])
}

/** Where prices were agreed: for the batch, or for some of its places, and why they cost nothing if they do. */
export type PriceSource = { source: 'price' | 'desk'; reason?: string | undefined }

/** Gives places another price from a day on, each its own; their discounts stay. The places must be locked. */
export function addPrices(
  ctx: TenantContext,
  from: string,
  changes: readonly { place: { id: string }; price: number }[],
  { source, reason }: PriceSource = { source: 'price' },
): Promise<void> {
  const all = changes.map(({ place, price }) => ({ place, change: { price }, reason: price > 0 ? null : reason }))
  return store(ctx, from, source, all)
}
