import { sql } from 'kysely'
import { todaySql } from '#business/setup/zone.server.ts'
import { customerEnrolled, customerUsed, customerWaits } from '#directory/customers/customer.guards.ts'
import { serviceEnrolled } from '#directory/services/service.guards.ts'
import { instant } from '#kernel/app.ts'
import { contextOf } from '#kernel/context.ts'
import { express } from '#kernel/expressions.ts'
import { fieldFailure } from '#kernel/failure.ts'
import { answer, type Asking } from '#kernel/guards.ts'
import { batchEnrolled, batchShrinks, batchWaitlisted } from '#timetable/batches/batch.guards.ts'
import { freePlaces, lockBatch } from './places.server.ts'

/** Checks that only free places are removed from a batch. @throws request/invalid at `totalCandidates` */
async function assertFree({ trx, call, vendorId }: Asking, id: string, totalCandidates: number): Promise<void> {
  const batch = await lockBatch(contextOf(trx, call, vendorId), id)
  if ((await freePlaces(trx, vendorId, { ...batch, totalCandidates })) < 0)
    throw fieldFailure('totalCandidates', 'batches.totalCandidates.taken')
}

async function isWaiting({ trx, call: { app }, vendorId }: Asking, customer: string): Promise<boolean> {
  const waiting = await trx
    .selectFrom('enrolments')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('customer', '=', customer)
    .where((where) =>
      where.or([where('state', '=', 'waitlisted'), where.and([where('state', '=', 'offered'), where('offeredUntil', '>', instant(app))])]),
    )
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** The answers of enrolments to guards of rooms below. */
export const enrolmentAnswers = [
  answer(batchShrinks, (asking, { batch, totalCandidates }) => assertFree(asking, batch, totalCandidates)),
  answer(customerWaits, (asking, { customer }) => isWaiting(asking, customer)),
]

/** The expressions of enrolments in statements of rooms below. */
export const enrolmentExpressions = [
  express(
    serviceEnrolled,
    ({ vendorId }, service) => sql`(select count(*)::int from "batches" b
      join "enrolments" e on e."vendorId" = ${vendorId} and e."batch" = b."id" and e."state" in ('offered', 'active')
      where b."vendorId" = ${vendorId} and b."service" = ${service} and b."state" = 'open')`,
  ),
  express(
    customerEnrolled,
    ({ app, vendorId }, customer) => sql`(select count(*)::int from "enrolments" e where e."vendorId" = ${vendorId}
      and e."customer" = ${customer} and e."state" = 'active' and e."endDate" >= ${todaySql(app, vendorId)})`,
  ),
  express(
    customerUsed,
    ({ vendorId }, customer) => sql`exists (select 1 from "enrolments" e where e."vendorId" = ${vendorId} and e."customer" = ${customer})`,
  ),
  express(
    batchEnrolled,
    ({ app, vendorId }, batch) => sql`(select count(*)::int from "enrolments" e where e."vendorId" = ${vendorId} and e."batch" = ${batch}
      and ((e."state" = 'active' and e."endDate" >= ${todaySql(app, vendorId)}) or (e."state" = 'offered' and e."offeredUntil" > ${instant(app)})))`,
  ),
  express(
    batchWaitlisted,
    ({ vendorId }, batch) =>
      sql`(select count(*)::int from "enrolments" e where e."vendorId" = ${vendorId} and e."batch" = ${batch} and e."state" = 'waitlisted')`,
  ),
]
