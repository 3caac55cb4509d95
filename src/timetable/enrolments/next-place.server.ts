import { sql } from 'kysely'
import { auditMoney } from '#business/ledger/books.server.ts'
import { inChunks } from '#lib/chunks.ts'
import { audit } from '#kernel/audit.ts'
import type { TenantContext } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import type { SeasonException } from '#timetable/batches/season.contract.ts'
import { isPostponed, isWaiting, seasonCharge, seasonException, seasonStart, type PlaceInSeason } from './next-place.rules.ts'
import { queueOffers } from './offer-queue.server.ts'
import { refreshActiveUntil } from './places.server.ts'
import { isQuoted } from './terms.row.server.ts'
import { columnsOfCopy, storeCopies, termsToCopy, type CopiedTerms } from './terms.server.ts'

/** A place of a batch, or somebody on its waiting list, before the next season. */
export type CurrentPlace = PlaceInSeason & {
  id: string
  firstName: string
  lastName: string
  hasEmail: boolean
  price: number
  currency: string
  queuedAt: string
}

/** Locks the people of a batch in the order of their ids, so that no one is blocked or archived while they get a place. */
export async function lockPeople({ trx, vendorId }: TenantContext, batch: string): Promise<void> {
  await sql`select "id" from "customers" where "vendorId" = ${vendorId} and "id" in (
      select e."customer" from "enrolments" e where e."vendorId" = ${vendorId} and e."batch" = ${batch}
    ) order by "id" for update`.execute(trx)
}

/**
 * The running places of a batch and those that lasted to its end, by name, and then its waiting list in order; of each
 * person the place before the wait.
 */
export async function readCurrentPlaces(ctx: TenantContext, { id, endDate }: Pick<Batch, 'id' | 'endDate'>): Promise<CurrentPlace[]> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const { rows } = await sql<CurrentPlace>`
    select e."id", e."customer", coalesce(c."firstName", '') as "firstName", coalesce(c."lastName", '') as "lastName",
      c."state" as "customerState", c."erasedAt" is not null as "isErased", coalesce(c."email", '') <> '' as "hasEmail",
      e."state", e."startDate", e."endDate", e."nextChargeOn", e."billedThrough", e."price", e."currency", e."priceUnit",
      e."cancelAtPeriodEnd", e."queuedAt", ${isQuoted(vendorId)} as "isQuoted",
      exists (select 1 from "enrolments" n
        join "batches" f on f."vendorId" = ${vendorId} and f."id" = n."batch" and f."follows" = ${id}
        where n."vendorId" = ${vendorId} and n."customer" = e."customer"
          and (n."state" in ('waitlisted', 'active', 'completed') or (n."state" = 'offered' and n."offeredUntil" > ${now}))) as "isThere"
    from "enrolments" e left join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    where e."vendorId" = ${vendorId} and e."batch" = ${id} and (e."state" = 'waitlisted'
      or (e."state" = 'offered' and e."offeredUntil" > ${now})
      or (e."state" in ('active', 'completed') and e."endDate" >= ${endDate}::date)
      or (e."state" = 'active' and e."endDate" >= ${today}::date))
    order by case when e."state" in ('active', 'completed') then c."firstName" end, case when e."state" in ('active', 'completed') then c."lastName" end,
      e."queuedAt", e."id"`.execute(trx)
  const rank = ({ state }: CurrentPlace) => ['active', 'completed', 'offered', 'waitlisted'].indexOf(state)
  const first = new Map<string, string>()
  for (const row of rows.toSorted((a, b) => rank(a) - rank(b)))
    if (!first.has(row.customer ?? row.id)) first.set(row.customer ?? row.id, row.id)
  const own = rows.filter((row) => first.get(row.customer ?? row.id) === row.id)
  return [...own.filter((row) => !isWaiting(row)), ...own.filter(isWaiting)]
}

/** The place of the next season that follows one of a batch. */
export type NextPlace = {
  place: CurrentPlace
  exception: SeasonException | null
  startDate: string
  nextChargeOn: string | null
  terms: CopiedTerms
  isFree: boolean
}

/** The season that places continue in: its first day, and another price for those that have the batch's; minor units. */
type Season = { startDate: string; price: number | null }

/** Whether the batch's price is this place's: a quote agreed its own, and one that is billed by another unit has its own too. */
const hasBatchPrice = ({ isQuoted, priceUnit }: PlaceInSeason, batch: Batch) => !isQuoted && priceUnit === batch.priceUnit

/** What the next season means for each place: its terms are copied, with another price if one is given. */
export async function planPlaces(ctx: TenantContext, batch: Batch, places: readonly CurrentPlace[], season: Season): Promise<NextPlace[]> {
  const starts = new Map(places.map((place) => [place.id, seasonStart(place, batch.endDate, season.startDate)]))
  const startOf = ({ id }: CurrentPlace) => starts.get(id) ?? season.startDate
  const copies = await termsToCopy(
    ctx,
    places.map((place) => ({
      id: place.id,
      day: startOf(place),
      price: hasBatchPrice(place, batch) ? season.price : null,
      keepsGiven: batch.price > 0,
      isQuoted: place.isQuoted,
      isPostponed: isPostponed(place, batch.endDate),
    })),
  )
  return places.flatMap((place) => {
    const terms = copies.get(place.id)
    if (!terms) return []
    const startDate = startOf(place)
    const isFree = terms.rows[0]?.kind === 'free'
    const nextChargeOn = seasonCharge(place, isFree, startDate)
    return [{ place, exception: seasonException(place, batch.endDate), startDate, nextChargeOn, terms, isFree }]
  })
}

/**
 * Creates the places of a new batch that follow others, who waits in the order as before, each with an audit row; a place
 * that is free, discounted or has another price has it in the money log. The books and the people must be locked.
 * @returns the new enrolments, in the order of the places
 */
export async function createNextPlaces(ctx: TenantContext, from: Batch, into: Batch, next: readonly NextPlace[]): Promise<string[]> {
  const { trx, call, vendorId, now } = ctx
  const rows = next.map(({ place, startDate, nextChargeOn, terms }) => {
    const { customer, currency, priceUnit } = place
    const own = { batch: into.id, customer, startDate, endDate: into.endDate, nextChargeOn, currency, priceUnit }
    const state = isWaiting(place) ? ('waitlisted' as const) : ('active' as const)
    return { id: newId(call.app.now()), ...own, price: terms.rows[0]?.price ?? place.price, state }
  })
  await storeCopies(
    ctx,
    rows.flatMap(({ id }, at) => (next[at] ? [{ id, terms: next[at].terms }] : [])),
  )
  const values = rows.flatMap((row, at) => {
    const one = next[at]
    if (!one) return []
    const queuedAt = isWaiting(one.place) ? one.place.queuedAt : now
    return [{ vendorId, ...row, ...columnsOfCopy(one.terms), queuedAt, createdAt: now, updatedAt: now }]
  })
  if (rows.some(({ state }) => state === 'waitlisted')) await queueOffers(ctx)
  for (const chunk of inChunks(values)) await trx.insertInto('enrolments').values(chunk).execute()
  await refreshActiveUntil(
    trx,
    vendorId,
    rows.flatMap(({ customer }) => customer ?? []),
  )
  for (const [at, { id, ...after }] of rows.entries()) {
    const one = next[at]
    if (!one) continue
    const before = { enrolment: one.place.id, batch: from.id, batchName: from.name, endDate: one.place.endDate }
    const isMoney = one.isFree || columnsOfCopy(one.terms).hasTerms || after.price !== one.place.price
    const change = { action: 'rollOver', entity: 'enrolment', target: id, subject: into.id, before, after }
    await (isMoney ? auditMoney : audit)(trx, call, change)
  }
  return rows.map(({ id }) => id)
}
