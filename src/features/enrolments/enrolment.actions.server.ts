import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant } from '#server/app.ts'
import { audit } from '#server/audit.ts'
import { failure, fieldFailure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import { composeMail } from '#server/mail.ts'
import { queue } from '#server/outbox.ts'
import type { Language } from '#server/texts.ts'
import { offerHours, type EnrolInput, type Enrolment, type EnrolmentState } from './enrolment.contract.ts'
import { readEnrolment } from './enrolment.row.server.ts'
import { frozenEnd, periodEnd, thawed } from './enrolment.rules.ts'
import type { Inside } from './enrolment.server.ts'
import { freePlaces, keepActiveUntil, lockBatch, type OpenBatch } from './places.server.ts'

type Seen = { id: string; version: number }
type Columns = Record<string, unknown>

/** Locks the enrolment's batch and gives both. @throws request/stale on another version, enrolment/state where the action does not fit */
async function begin(
  { trx, call, vendorId, moment }: Inside,
  { id, version }: Seen,
  from: EnrolmentState[],
): Promise<{ row: Enrolment; batch: OpenBatch }> {
  const { batch: batchId } = await readEnrolment(trx, call, moment, id)
  const batch = await lockBatch(trx, vendorId, batchId, moment)
  const row = await readEnrolment(trx, call, moment, id)
  if (!from.includes(row.state)) throw failure('enrolment/state')
  if (row.version !== version) throw failure('request/stale', { current: row })
  return { row, batch }
}

/** Writes an enrolment's columns. */
async function set({ trx, vendorId, moment }: Inside, row: Enrolment, columns: Columns): Promise<void> {
  await trx
    .updateTable('enrolments')
    .set({ ...columns, updatedAt: moment.now, version: sql<number>`"version" + 1` })
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.id)
    .execute()
  await keepActiveUntil(trx, vendorId, [row.customer])
}

/** Writes an enrolment's columns with their audit row and gives it back as it is then. */
async function write(inside: Inside, action: string, row: Enrolment, columns: Columns): Promise<Enrolment> {
  const { trx, call, moment } = inside
  await set(inside, row, columns)
  const before = Object.fromEntries(Object.keys(columns).map((name) => [name, (row as Columns)[name] ?? null]))
  await audit(trx, call, {
    action,
    entity: 'enrolment',
    target: row.id,
    subject: row.batch,
    before,
    after: { ...columns, customer: row.customer },
  })
  return readEnrolment(trx, call, moment, row.id)
}

/**
 * Holds the customer, so that nobody blocks or archives them before the place is theirs.
 * @throws request/invalid at `customer` for one who is not there, customer/blocked
 */
async function assertWelcome(trx: Trx, vendorId: string, id: string): Promise<void> {
  const customer = await trx
    .selectFrom('customers')
    .select('state')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!customer || customer.state === 'archived') throw fieldFailure('customer', 'enrolments.customer.required')
  if (customer.state === 'blocked') throw failure('customer/blocked')
}

const unknownBatch = () => fieldFailure('batch', 'enrolments.batch.required')
const asJson = (value: unknown) => JSON.stringify(value)
const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/**
 * Enrols a customer, or queues them where the batch is full and they would wait.
 * @param moved the enrolment that this one follows, whose end is in the same audit row
 */
export async function enrol(
  inside: Inside,
  { id = newId(inside.call.app.now()), ...input }: EnrolInput & { id?: string | undefined },
  moved?: Enrolment,
): Promise<Enrolment> {
  const { trx, call, vendorId, moment } = inside
  const batch = await lockBatch(trx, vendorId, input.batch, moment, unknownBatch)
  const known = await trx.selectFrom('enrolments').select('id').where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
  // A second call with the same id is a retry.
  if (known) return readEnrolment(trx, call, moment, id)
  await assertWelcome(trx, vendorId, input.customer)
  if (batch.state !== 'open') throw failure('batch/not-open')
  const startDate = input.startDate ?? later(moment.today, batch.startDate)
  const endDate = input.endDate ?? batch.endDate
  if (endDate < startDate) throw fieldFailure('endDate', 'enrolments.endDate.after')
  if (endDate < moment.today) throw fieldFailure('endDate', 'enrolments.endDate.past')
  const isFree = (await freePlaces(trx, vendorId, batch)) > 0
  if (!isFree && input.ifFull === 'refuse') throw failure('batch/full')
  const state = isFree ? 'active' : 'waitlisted'
  const { price, currency, priceUnit } = batch
  const row = {
    batch: batch.id,
    customer: input.customer,
    startDate,
    endDate,
    nextChargeOn: input.nextChargeOn,
    price,
    currency,
    priceUnit,
    state,
  }
  await trx
    .insertInto('enrolments')
    .values({ vendorId, id, ...row, queuedAt: moment.now, createdAt: moment.now, updatedAt: moment.now })
    .execute()
  await keepActiveUntil(trx, vendorId, [input.customer])
  const before = moved ? { enrolment: moved.id, batch: moved.batch, batchName: moved.batchName, endDate: moved.endDate } : null
  await audit(trx, call, { action: moved ? 'move' : 'create', entity: 'enrolment', target: id, subject: batch.id, before, after: row })
  return readEnrolment(trx, call, moment, id)
}

/** Changes dates by hand. */
export async function update(
  inside: Inside,
  { id, version, ...dates }: Seen & { startDate: string; endDate: string; nextChargeOn: string | null },
) {
  const { row } = await begin(inside, { id, version }, ['waitlisted', 'active', 'frozen', 'pastDue'])
  if (dates.endDate < inside.moment.today) throw fieldFailure('endDate', 'enrolments.endDate.past')
  return write(inside, 'update', row, dates)
}

/** Offers a free place to the first in the queue for 48 hours, and tells them by mail. */
export async function offerNext(inside: Inside, { batch: id }: { batch: string }): Promise<Enrolment> {
  const { trx, call, vendorId, moment } = inside
  const batch = await lockBatch(trx, vendorId, id, moment)
  if (batch.state !== 'open') throw failure('batch/not-open')
  if ((await freePlaces(trx, vendorId, batch)) <= 0) throw failure('batch/full')
  // Who was blocked since keeps waiting.
  const first = await trx
    .selectFrom('enrolments')
    .innerJoin('customers', (join) =>
      join.onRef('customers.vendorId', '=', 'enrolments.vendorId').onRef('customers.id', '=', 'enrolments.customer'),
    )
    .select('enrolments.id')
    .where('enrolments.vendorId', '=', vendorId)
    .where('batch', '=', id)
    .where('enrolments.state', '=', 'waitlisted')
    .where('customers.state', '=', 'active')
    .orderBy('queuedAt')
    .orderBy('enrolments.id')
    .limit(1)
    .executeTakeFirst()
  if (!first) throw failure('document/not-found')
  const row = await readEnrolment(trx, call, moment, first.id)
  const offeredUntil = instant(call.app, offerHours * 3_600_000)
  const { email, language, firstName } = await trx
    .selectFrom('customers')
    .select(['email', 'language', 'firstName'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', row.customer)
    .executeTakeFirstOrThrow()
  if (email) {
    const { name: vendor } = await trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
    const values = { name: firstName, batch: batch.name, vendor: vendor || 'Touchline', hours: offerHours }
    await queue(trx, call.app, 'mail', composeMail(email, language as Language, 'enrolments.mail.offer', values), offeredUntil)
    call.app.wake()
  }
  return write(inside, 'offer', row, { state: 'offered', offeredUntil })
}

/** Gives the offered place to the customer. */
export async function accept(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, ['offered'])
  await assertWelcome(inside.trx, inside.vendorId, row.customer)
  const { today } = inside.moment
  return write(inside, 'accept', row, {
    state: 'active',
    offeredUntil: null,
    startDate: later(row.startDate, today),
    endDate: later(row.endDate, later(row.startDate, today)),
  })
}

/** The customer does not want the place, or no longer waits for one. */
export async function decline(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, ['offered', 'waitlisted'])
  return write(inside, 'decline', row, { state: 'cancelled', offeredUntil: null, endDate: row.startDate })
}

/** The end that `keep` would give back, where the enrolment ends with its period. */
async function plannedEndOf({ trx, vendorId }: Inside, { id }: Enrolment): Promise<string | null> {
  const { plannedEnd } = await trx
    .selectFrom('enrolments')
    .select('plannedEnd')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return plannedEnd
}

/** Freezes from today or a later day; the end and a later charge move by as many days. */
export async function freeze(inside: Inside, { id, version, from, to }: Seen & { from: string; to: string }): Promise<Enrolment> {
  const { row } = await begin(inside, { id, version }, ['active', 'pastDue'])
  if (from < inside.moment.today) throw fieldFailure('from', 'enrolments.freeze.past')
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.freeze.ended')
  if (row.freezes.some((other) => other.from <= to && from <= other.to)) throw fieldFailure('from', 'enrolments.freeze.twice')
  const charge = row.nextChargeOn !== null && row.nextChargeOn >= from ? { nextChargeOn: frozenEnd(row.nextChargeOn, { from, to }) } : {}
  const planned = await plannedEndOf(inside, row)
  return write(inside, 'freeze', row, {
    freezes: asJson([...row.freezes, { from, to }]),
    endDate: frozenEnd(row.endDate, { from, to }),
    ...(planned === null ? {} : { plannedEnd: frozenEnd(planned, { from, to }) }),
    ...charge,
  })
}

/** Ends the running freeze today, or takes back a coming one. */
export async function unfreeze(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, ['active', 'pastDue', 'frozen'])
  const { today } = inside.moment
  const span = row.freezes.find(({ to }) => to >= today)
  if (!span) throw failure('enrolment/state')
  const left = thawed(row.endDate, span, today)
  const freezes = [...row.freezes.filter((other) => other !== span), ...(left.freeze ? [left.freeze] : [])]
  const charge =
    row.nextChargeOn !== null && row.nextChargeOn > span.from ? { nextChargeOn: thawed(row.nextChargeOn, span, today).endDate } : {}
  // Dates that were changed by hand since may be too early to give the days back in full.
  const end = (from: string) => later(later(row.startDate, today), thawed(from, span, today).endDate)
  const planned = await plannedEndOf(inside, row)
  return write(inside, 'unfreeze', row, {
    freezes: asJson(freezes),
    endDate: end(row.endDate),
    ...(planned === null ? {} : { plannedEnd: end(planned) }),
    ...charge,
  })
}

const held: EnrolmentState[] = ['active', 'pastDue', 'frozen']

/** Ends an enrolment today, or lets it run to the end of the period that is paid. */
export async function cancel(
  inside: Inside,
  { when, reason, ...seen }: Seen & { when: 'now' | 'periodEnd'; reason: string },
): Promise<Enrolment> {
  const { row } = await begin(inside, seen, [...held, 'offered', 'waitlisted'])
  const { today } = inside.moment
  if (when === 'periodEnd' && held.includes(row.state)) {
    if (row.cancelAtPeriodEnd) throw failure('enrolment/state')
    const end = periodEnd(row, today)
    return write(inside, 'cancelAtPeriodEnd', row, { cancelAtPeriodEnd: true, plannedEnd: row.endDate, endDate: end, reason })
  }
  return write(inside, 'cancel', row, {
    state: 'cancelled',
    offeredUntil: null,
    reason,
    endDate: held.includes(row.state) ? later(row.startDate, earlier(row.endDate, today)) : row.startDate,
  })
}

/** Takes back a cancellation at the period's end. */
export async function keep(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, held)
  if (!row.cancelAtPeriodEnd) throw failure('enrolment/state')
  const plannedEnd = (await plannedEndOf(inside, row)) ?? row.endDate
  return write(inside, 'keep', row, {
    cancelAtPeriodEnd: false,
    endDate: later(row.startDate, plannedEnd),
    plannedEnd: null,
    reason: null,
  })
}

/** Ends an enrolment here and begins one in another batch that has a place; both batches are locked in the order of their ids. */
export async function move(inside: Inside, { batch: target, ...seen }: Seen & { batch: string }): Promise<Enrolment> {
  const { trx, call, vendorId, moment } = inside
  const { batch: source } = await readEnrolment(trx, call, moment, seen.id)
  if (source === target) throw fieldFailure('batch', 'enrolments.batch.same')
  for (const id of [source, target].toSorted()) await lockBatch(trx, vendorId, id, moment, unknownBatch)
  const { row } = await begin(inside, seen, held)
  await set(inside, row, { state: 'cancelled', endDate: later(row.startDate, earlier(row.endDate, moment.today)), reason: null })
  return enrol(inside, { batch: target, customer: row.customer, nextChargeOn: row.nextChargeOn, ifFull: 'refuse' }, row)
}

/** Ends an enrolment that has reached its aim. */
export async function finish(inside: Inside, seen: Seen): Promise<Enrolment> {
  const { row } = await begin(inside, seen, held)
  return write(inside, 'finish', row, { state: 'completed', endDate: later(row.startDate, earlier(row.endDate, inside.moment.today)) })
}
