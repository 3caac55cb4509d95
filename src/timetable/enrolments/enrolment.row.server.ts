import { sql, type RawBuilder } from 'kysely'
import { expiringDays } from '#directory/customers/customer.contract.ts'
import { searchTerms } from '#lib/search.ts'
import type { App } from '#kernel/app.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure } from '#kernel/failure.ts'
import type { Moment, TenantContext } from '#kernel/context.ts'
import type { z } from 'zod/mini'
import { customerShown } from '#directory/customers/customer.rules.ts'
import type { Enrolment, enrolmentList, enrolmentSums } from './enrolment.contract.ts'
import { enrolmentMarks } from './enrolment.guards.ts'
import { discountToday, isUnpriced, listPriceOn } from './terms.row.server.ts'

/** Whether the enrolment `e` is frozen on a day. */
export const isFrozen = (today: string) => sql<boolean>`e."freezes" <> '[]' and exists (
    select 1 from jsonb_to_recordset(e."freezes") as f ("from" date, "to" date) where ${today}::date between f."from" and f."to")`

/** The state derived from the stored one, dates and unpaid bills (product 3). */
const derived = ({ now, today }: Moment) => sql`case
  when e."state" = 'offered' and e."offeredUntil" <= ${now} then 'expired'
  when e."state" = 'active' and e."endDate" < ${today}::date then 'completed'
  when e."state" = 'active' and ${isFrozen(today)} then 'frozen'
  when e."state" = 'active' and e."unpaidSince" < ${today}::date then 'pastDue'
  else e."state" end`

/** The from clause of enrolments `e` with their batches `b` and customers `c`. */
export const places = (vendorId: string) => sql`from "enrolments" e
  join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
  join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"`

/** The day of each month on which the business bills; null for each place's own day. */
export const billingDayOf = (vendorId: string) =>
  sql<number | null>`(select r."billingDay" from "billingRules" r where r."vendorId" = ${vendorId})`

function columns(app: App, vendorId: string, moment: Moment): RawBuilder<unknown> {
  const tally = (mark: string) => expressionOf({ app, vendorId }, enrolmentMarks, { enrolment: sql.ref('e.id'), mark })
  return sql`e."id", e."batch", b."name" as "batchName", b."code" as "batchCode", b."endDate" as "batchEnd", e."customer", c."firstName", c."lastName", c."phone", c."state" = 'blocked' as "isBlocked",
    e."startDate", e."endDate", e."nextChargeOn", e."billedThrough", ${listPriceOn(vendorId, sql`${moment.today}::date`)} as "price", e."currency", e."priceUnit", ${discountToday(vendorId, sql`${moment.today}::date`)} as "discount", e."cancelAtPeriodEnd", e."freezes", ${billingDayOf(vendorId)} as "billingDay",
    ${derived(moment)} as "state", e."state" = 'active' and e."endDate" >= ${moment.today}::date and e."endDate" < ${moment.today}::date + ${expiringDays}::integer as "isExpiring",
    ${isUnpriced(vendorId)} as "isUnpriced", e."owed", e."unpaidBill" as "bill", e."reason", e."queuedAt", case when e."offeredUntil" > ${moment.now} then e."offeredUntil" end as "offeredUntil", e."isAutoOffer",
    ${tally('present')} as "present", ${tally('late')} as "late", ${tally('absent')} as "absent", ${tally('excused')} as "excused",
    e."createdAt", e."updatedAt", e."version"`
}

/** Hides what the role may not see of the person (product 4): an accountant sees no customer at all, a trainer only the first name. */
function forRole(call: Call, row: Enrolment): Enrolment {
  const shown = customerShown[memberOf(call).role]
  return shown === 'all' || shown === 'contact'
    ? row
    : { ...row, firstName: shown === 'firstName' ? row.firstName : '', lastName: '', phone: '', isBlocked: false }
}

/** The rows of a state as disjoint conditions, each served by an index. */
function partsOf(vendorId: string, state: z.output<typeof enrolmentList>['state'], moment: Moment): RawBuilder<unknown>[] {
  const today = sql`${moment.today}::date`
  const stored = (name: string) => sql`e."state" = ${sql.lit(name)}`
  const running = sql`${stored('active')} and e."endDate" >= ${today}`
  const ended = sql`${stored('active')} and e."endDate" < ${today}`
  const offered = sql`${stored('offered')} and e."offeredUntil" > ${moment.now}`
  const lapsed = sql`${stored('offered')} and e."offeredUntil" <= ${moment.now}`
  const late = sql`e."unpaidSince" < ${today}`
  const frozen = isFrozen(moment.today)
  const parts = {
    all: [sql`true`],
    current: [running, stored('waitlisted'), offered],
    held: [running, offered],
    expiring: [sql`${running} and e."endDate" < ${today} + ${expiringDays}::integer`],
    unpriced: [sql`${running} and ${isUnpriced(vendorId)}`],
    waitlisted: [stored('waitlisted')],
    offered: [offered],
    active: [sql`${running} and not (${frozen}) and (${late}) is not true`],
    frozen: [sql`${running} and ${frozen}`],
    pastDue: [sql`${running} and not (${frozen}) and ${late}`],
    completed: [stored('completed'), ended],
    cancelled: [stored('cancelled')],
    expired: [stored('expired'), lapsed],
  }
  return parts[state]
}

const sorts = { createdAt: sql`e."createdAt"`, endDate: sql`e."endDate"`, queuedAt: sql`e."queuedAt"` }
const countCap = 10_000

/** The filters other than the state: batch, customer, and the customer's name or phone. */
function othersOf(vendorId: string, { search, batch, customer }: z.output<typeof enrolmentSums>): RawBuilder<unknown> {
  const terms = searchTerms(search).map((term) => sql` and n."search" like ${searchPattern(term)}`)
  // A subquery with its own alias rather than the join's, so that the index on names alone finds the people.
  const people = sql`and e."customer" in (select n."id" from "customers" n where n."vendorId" = ${vendorId} ${sql.join(terms, sql``)})`
  return sql`e."vendorId" = ${vendorId} and e."customer" is not null
    ${batch ? sql`and e."batch" = ${batch}` : sql``} ${customer ? sql`and e."customer" = ${customer}` : sql``}
    ${terms.length > 0 ? people : sql``}`
}

/** Whether the filters match the enrolment `e`. */
export const matching = (vendorId: string, moment: Moment, input: z.output<typeof enrolmentSums>): RawBuilder<unknown> =>
  sql`${othersOf(vendorId, input)} and ((${sql.join(partsOf(vendorId, input.state, moment), sql`) or (`)}))`

/** One page of enrolments, filtered by batch, customer, state and the customer's name or phone. */
export async function readEnrolments(ctx: TenantContext, input: z.output<typeof enrolmentList>) {
  const { trx, call, vendorId, now } = ctx
  const moment = { now, today: await ctx.today() }
  const parts = partsOf(vendorId, input.state, moment)
  const others = othersOf(vendorId, input)
  const direction = sql.raw(input.direction)
  const offset = (input.page - 1) * input.size
  const { rows } =
    await sql<Enrolment>`select ${columns(call.app, vendorId, moment)} ${places(vendorId)} where ${others} and ((${sql.join(parts, sql`) or (`)}))
    order by ${sorts[input.sort]} ${direction}, e."id" ${direction} limit ${input.size + 1} offset ${offset}`.execute(trx)
  const page = rows.slice(0, input.size).map((row) => forRole(call, row))
  if (rows.length <= input.size && (rows.length > 0 || offset === 0))
    return { rows: page, total: offset + rows.length, totalIsCapped: false }
  // Counted per part, since one condition over all parts would read every row.
  const each = parts.map((part) => sql`select 1 from "enrolments" e where ${others} and ${part}`)
  const counted = await sql<{ count: number }>`
    select count(*)::int as "count" from (${sql.join(each, sql` union all `)} limit ${countCap + 1}) counted`.execute(trx)
  const count = counted.rows[0]?.count ?? 0
  return { rows: page, total: Math.min(count, countCap), totalIsCapped: count > countCap }
}

/** One enrolment. @throws document/not-found */
export async function readEnrolment(ctx: TenantContext, id: string): Promise<Enrolment> {
  const { trx, call, vendorId, now } = ctx
  const moment = { now, today: await ctx.today() }
  const { rows } =
    await sql<Enrolment>`select ${columns(call.app, vendorId, moment)} ${places(vendorId)} where e."vendorId" = ${vendorId} and e."id" = ${id}`.execute(
      trx,
    )
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return forRole(call, row)
}
