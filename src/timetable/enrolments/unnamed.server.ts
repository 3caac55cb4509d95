import { sql } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { failure } from '#kernel/failure.ts'
import { audit } from '#kernel/audit.ts'
import { inChunks } from '#lib/chunks.ts'
import { addDays, earlier, later } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { refreshActiveUntil, lockBatch, type OpenBatch } from './places.server.ts'
import { firstTerms } from './terms.server.ts'

/**
 * An unnamed place is an enrolment without a customer (decision 20). A quote paid for it; it is reserved like an
 * offer, but without an expiry, until it is named or released or its batch ends.
 */
export const noEnd = '9999-12-31T00:00:00.000Z'

/** Whether the enrolment `e` is a place reserved for a person to be named. */
export const isUnnamed = sql<boolean>`(e."customer" is null and e."state" = 'offered')`

/** A place reserved for a person to be named. */
export type UnnamedPlace = { id: string; batch: string; batchName: string; endDate: string; quote: string }

/** The places among some enrolments that are reserved for a person to be named, in the order of their ids. */
export async function unnamedAmong({ trx, vendorId }: TenantContext, ids: readonly string[]): Promise<UnnamedPlace[]> {
  const { rows } = await sql<UnnamedPlace>`
    select e."id", e."batch", b."name" as "batchName", e."endDate", e."quote" from "enrolments" e
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    where e."vendorId" = ${vendorId} and e."id" = any(${ids}::uuid[]) and ${isUnnamed} order by e."id"`.execute(trx)
  return rows
}

/** The ids of the given enrolments that have a person. */
export async function namedAmong({ trx, vendorId }: TenantContext, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const query = trx.selectFrom('enrolments').select('id').where('vendorId', '=', vendorId).where('id', 'in', ids)
  const rows = await query.where('customer', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locks the batches of some enrolments in the order of their ids, so that no place in them is named meanwhile. */
export async function lockBatchesOf(ctx: TenantContext, ids: readonly string[]): Promise<void> {
  const { trx, vendorId } = ctx
  if (ids.length === 0) return
  const query = trx.selectFrom('enrolments').select('batch').distinct().where('vendorId', '=', vendorId).where('id', 'in', ids)
  for (const { batch } of await query.orderBy('batch').execute()) await lockBatch(ctx, batch)
}

/**
 * Releases the unnamed places among some enrolments, with one audit row for each quote. Their batches must be locked.
 * @returns the number of places released
 */
export async function releaseUnnamed(ctx: TenantContext, ids: readonly string[], reason: string): Promise<number> {
  const { trx, call, vendorId, now } = ctx
  const found = await unnamedAmong(ctx, ids)
  if (found.length === 0) return 0
  await trx
    .updateTable('enrolments')
    .set({ state: 'cancelled', offeredUntil: null, reason: reason || null, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  for (const [target, places] of Map.groupBy(found, ({ quote }) => quote))
    await audit(trx, call, { action: 'release', entity: 'quote', target, after: { places: places.length, reason } })
  return found.length
}

const unnamedColumns = { state: 'offered', customer: null, offeredUntil: noEnd } as const

/** The columns that the new places share. */
type Place = {
  batch: string
  startDate: string
  endDate: string
  nextChargeOn: string | null
  billedThrough: string | null
  price: number
  currency: string
  priceUnit: Schema['enrolments']['priceUnit']
  quote: string
}

/**
 * Creates the places that a quote paid for: the first for the named people, the others without a person. The batch
 * must be locked.
 * @returns the new rows
 */
export async function placeAll(ctx: TenantContext, place: Place, candidates: number, people: readonly string[]) {
  const { trx, call, vendorId, now } = ctx
  const stamps = { queuedAt: now, createdAt: now, updatedAt: now }
  const rows = Array.from({ length: candidates }, (_, at) => {
    const customer = people[at]
    const who = customer === undefined ? unnamedColumns : { state: 'active' as const, customer, offeredUntil: null }
    return { vendorId, id: newId(call.app.now()), ...place, ...who, ...stamps }
  })
  const ids = rows.map(({ id }) => id)
  const terms = await firstTerms(ctx, ids, { kind: 'paid', source: 'quote', price: place.price, discount: null })
  for (const chunk of inChunks(rows))
    await trx
      .insertInto('enrolments')
      .values(chunk.map((row) => ({ ...row, ...terms })))
      .execute()
  await refreshActiveUntil(trx, vendorId, people)
  return rows
}

/**
 * Assigns an unnamed place to a person from today or its first day on; billing continues after the days that the
 * quote paid for.
 * @throws batch/not-open if the paid term is over
 */
export async function assignPlace(ctx: TenantContext, id: string, customer: string, batch: OpenBatch) {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const place = await trx
    .selectFrom('enrolments')
    .select(['startDate', 'endDate', 'billedThrough', 'price', 'currency', 'priceUnit', 'quote'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const startDate = later(place.startDate, today)
  // The batch may have been extended since: its months continue to be billed, while a term paid only for its own days.
  const endDate = place.priceUnit === 'term' ? earlier(place.endDate, batch.endDate) : batch.endDate
  if (endDate < startDate) throw failure('batch/not-open')
  // Days on which no one had the place are not billed.
  const due = place.priceUnit === 'month' && place.billedThrough !== null ? later(startDate, addDays(place.billedThrough, 1)) : null
  const nextChargeOn = due !== null && due <= endDate ? due : null
  const columns = { customer, state: 'active', offeredUntil: null, startDate, endDate, nextChargeOn } as const
  await trx
    .updateTable('enrolments')
    .set({ ...columns, updatedAt: now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  return { ...place, ...columns, batch: batch.id }
}
