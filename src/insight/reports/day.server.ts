import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { recordFrom, recordOf } from '#lib/choices.ts'
import type { MoneyAccount } from '#business/ledger/money-account.contract.ts'
import { postCount } from '#money/cashbook/move.server.ts'
import { auditMoney, currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { userNames } from '#business/developers/actors.server.ts'
import { memberOf } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import { newId } from '#kernel/ids.ts'
import { tillExpected, tillOf, tillsOf } from './till.server.ts'
import { countedMethods, type ByMethod, type CloseDayInput, type DayClose, type DayExpected, type dayContract } from './day.contract.ts'

type Filters = z.output<NonNullable<(typeof dayContract.dayCloses)['~orpc']['inputSchema']>>

/** A column for each method, such as `cashExpected`, with its value. */
function columnsOf<Name extends 'Expected' | 'Counted'>(name: Name, amounts: ByMethod): Record<`${keyof ByMethod}${Name}`, number> {
  return recordFrom(countedMethods.map((method) => [`${method}${name}` as const, amounts[method]]))
}

/**
 * What the ledger expects of a day: payments less refunds, by method (product 6, "day close"); of a till what it has at
 * the day's end. The other methods are counted with the first till.
 */
async function expectedOf(ctx: TenantContext, day: string, till: MoneyAccount | null): Promise<DayExpected['methods']> {
  const { trx, vendorId } = ctx
  if (till && !till.isFirst) return [await tillExpected(ctx, till, day)]
  const { rows } = await sql<Omit<DayExpected['methods'][number], 'expected'>>`
    select "method", coalesce(sum("amount") filter (where "debit" = 'cash'), 0)::bigint as "taken",
      coalesce(sum("amount") filter (where "credit" = 'cash'), 0)::bigint as "back", count(*)::int as "count"
    from "ledger" where "vendorId" = ${vendorId} and "day" = ${day}::date and "source" in ('payment', 'refund') and 'cash' in ("debit", "credit")
    group by "method"`.execute(trx)
  const cash = till && (await tillExpected(ctx, till, day))
  return countedMethods.map((method) => {
    if (method === 'cash' && cash) return cash
    const { taken, back, count } = rows.find((row) => row.method === method) ?? { taken: 0, back: 0, count: 0 }
    return { method, taken, back, expected: taken - back, count }
  })
}

const latest = sql`order by d."closedAt" desc, d."id" desc limit 1`

/** The counts that match a condition, latest day first. */
async function closesOf({ trx, vendorId }: TenantContext, where: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<DayClose[]> {
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const object = (name: 'Expected' | 'Counted') =>
    sql`json_build_object(${sql.join(countedMethods.map((method) => sql`${sql.lit(method)}, d.${sql.ref(`${method}${name}`)}`))})`
  const sum = (name: 'Expected' | 'Counted') =>
    sql.join(
      countedMethods.map((method) => sql`d.${sql.ref(`${method}${name}`)}`),
      sql` + `,
    )
  const { rows } = await sql<Omit<DayClose, 'currency' | 'exponent'>>`
    select d."till", coalesce(a."name", '') as "tillName", d."id", d."day", ${object('Expected')} as "expected", ${object('Counted')} as "counted",
      (${sum('Counted')} - (${sum('Expected')}))::bigint as "difference", d."note", d."closedBy", d."closedAt",
      exists (select 1 from "dayCloses" n where n."vendorId" = ${vendorId} and n."day" = d."day" and n."till" is not distinct from d."till" and (n."closedAt", n."id") > (d."closedAt", d."id")) as "isSuperseded"
    from "dayCloses" d left join "moneyAccounts" a on a."vendorId" = ${vendorId} and a."id" = d."till"
    where d."vendorId" = ${vendorId} and ${where} ${page}`.execute(trx)
  const names = await userNames(
    trx,
    rows.map(({ closedBy }) => closedBy),
  )
  return rows.map((row) => ({ ...row, closedBy: names.get(row.closedBy) ?? '', currency, exponent }))
}

/** Counts of one day of a till, or of its payments. */
const ofDay = (day: string, till: string | null) => sql`d."day" = ${day}::date and d."till" is not distinct from ${till}::uuid`

/** What is expected of a day as of now, and its current count. */
export async function readDay(ctx: TenantContext, { day, till: asked }: { day: string; till?: string | undefined }): Promise<DayExpected> {
  const till = asked === undefined ? null : await tillOf(ctx, asked)
  const tills = (await tillsOf(ctx)).map(({ id, name }) => ({ id, name }))
  const { currency, exponent } = await currencyOf(ctx.trx, ctx.vendorId)
  const [last = null] = await closesOf(ctx, ofDay(day, asked ?? null), latest)
  return { day, methods: await expectedOf(ctx, day, till), tills, till: asked ?? null, last, currency, exponent, asOf: ctx.now }
}

/** One page of counts. The search matches notes. */
export async function readDays(ctx: TenantContext, input: Filters) {
  const { trx, vendorId } = ctx
  const where = sql`d."day" between ${input.from ?? '2000-01-01'}::date and ${input.to ?? '2100-01-01'}::date
    and d."note" ilike ${searchPattern(input.search.trim())}`
  const direction = sql.raw(input.direction)
  const rows = await closesOf(
    ctx,
    where,
    sql`order by d."day" ${direction}, d."closedAt" ${direction}, d."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as "total" from "dayCloses" d where d."vendorId" = ${vendorId} and ${where}`.execute(trx)
  return { rows, total: counted.rows[0]?.total ?? 0, totalIsCapped: false }
}

/**
 * Writes the counted amounts with those that the ledger expects; a difference is shown, with its note. Only what a till
 * has more or less is posted.
 * @throws month/closed for a difference of a till; request/invalid at `day` for a future day, and for a difference of a till that was
 * counted for a later day, at `note` if a difference has none; request/reused
 * for another count under a known id
 */
export async function closeDay(ctx: TenantContext, input: CloseDayInput & { id?: string | undefined }): Promise<DayClose> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const read = async () => {
    const [found] = await closesOf(ctx, sql`d."id" = ${id}`, sql``)
    if (!found) throw failure('document/not-found')
    return found
  }
  const earlier = await answeredBefore(ctx, 'dayCloses', id, inputDigest, read)
  if (earlier) return earlier
  const { day, note, till: counting, ...counted } = request
  if (day > today) throw fieldFailure('day', 'reports.day.future')
  const till = counting === null ? null : await tillOf(ctx, counting)
  const methods = await expectedOf(ctx, day, till)
  const expected = recordOf(countedMethods, (method) => methods.find((row) => row.method === method)?.expected ?? 0)
  if (note === '' && countedMethods.some((method) => counted[method] !== expected[method]))
    throw fieldFailure('note', 'reports.note.required')
  const [before] = await closesOf(ctx, ofDay(day, counting), latest)
  const amounts = { ...columnsOf('Expected', expected), ...columnsOf('Counted', counted) }
  await trx
    .insertInto('dayCloses')
    .values({ vendorId, id, day, till: counting, ...amounts, note, closedBy: memberOf(call).userId, closedAt: now, inputDigest })
    .execute()
  await auditMoney(trx, call, {
    action: 'closeDay',
    entity: 'dayClose',
    target: id,
    before: before ? columnsOf('Counted', before.counted) : null,
    after: { day, ...(till && { till: till.id }), ...amounts, reason: note },
  })
  if (till) {
    const [later] = await closesOf(ctx, sql`d."day" > ${day}::date and d."till" = ${till.id}`, latest)
    await postCount(ctx, { id, account: till.id, day, balance: counted.cash, note }, later !== undefined)
  }
  const stored = await read()
  const { currency, exponent, difference } = stored
  if (difference !== 0) {
    const values = { day, difference: { minor: difference, currency, exponent }, note }
    await notify(ctx, { kind: 'dayDiffers', cause: id, about: id, values })
  }
  return stored
}
