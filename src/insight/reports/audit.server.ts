import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { currencyOf } from '#business/ledger/books.server.ts'
import { checkNewLinks } from '#business/ledger/chain.server.ts'
import { seesBank } from '#money/payouts/payout.row.server.ts'
import { midnightSql, zoneOf } from '#business/setup/zone.server.ts'
import { addDays } from '#lib/days.ts'
import { actorNames } from '#business/developers/actors.server.ts'
import { searchPattern } from '#kernel/entity.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { auditList, MoneyEvent } from './audit.contract.ts'
import { auditFields, auditMarks, unmarkedDiscounts, type AuditMark } from './audit.rules.ts'

type Filters = z.output<typeof auditList>

/** The discount limit of the row's role, in hundredths of a percent. */
const unmarked = sql`case a."role" ${sql.join(
  Object.entries(unmarkedDiscounts)
    .filter(([role]) => role !== 'other')
    .map(([role, rate]) => sql`when ${role} then ${sql.lit(rate)}`),
  sql` `,
)} else ${sql.lit(unmarkedDiscounts['other'] ?? 0)} end`

/** Whether a row of the log has a mark; `zone` is the business's time zone. */
const conditions = (vendorId: string, zone: string): Record<AuditMark, RawBuilder<unknown>> => ({
  voidAfterPayment: sql`(a."action" = 'void' and a."entity" = 'sale' and exists (
    select 1 from "payments" p where p."vendorId" = ${vendorId} and p."sale" = a."target"::uuid and p."at" <= a."at"))`,
  // Net of tax each line is rounded twice; that must not make a discount larger than it was typed.
  largeDiscount: sql`(a."action" in ('sell', 'convert') and ((a."after" ->> 'discount')::bigint - coalesce((a."after" ->> 'lines')::bigint, 0) - 1) * 10000
    > (a."after" ->> 'list')::bigint * ${unmarked})`,
  // Closing a past day or month is not back-dating: it writes no document.
  backDated: sql`(a."entity" not in ('dayClose', 'month') and case when a."after" ->> 'day' ~ '^\\d{4}-\\d{2}-\\d{2}$'
    then (a."after" ->> 'day')::date < (a."at" at time zone ${zone})::date else false end)`,
  otherMethod: sql`(a."action" = 'refund' and a."entity" = 'sale' and a."after" ->> 'method' <> 'credit' and not exists (
    select 1 from "payments" p where p."vendorId" = ${vendorId} and p."sale" = a."target"::uuid and p."at" <= a."at" and p."method" = a."after" ->> 'method'
      and p."reverses" is null and not exists (
        select 1 from "payments" r where r."vendorId" = ${vendorId} and r."reverses" = p."id" and r."at" <= a."at")))`,
})

/** A text value of a change, or null. */
function textIn(values: Record<string, unknown> | null, name: string): string | null {
  const value = values?.[name]
  return typeof value === 'string' ? value : null
}

const countCap = 10_000

/** One page of the money log, newest first (product 6), with the values before each change, and its marks. */
export async function readAudit({ trx, call, vendorId }: TenantContext, input: Filters) {
  const zone = await zoneOf(trx, vendorId)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const marked = conditions(vendorId, zone)
  const pattern = searchPattern(input.search.trim())
  const parts = [
    sql`a."vendorId" = ${vendorId}`,
    sql`a."sequence" is not null`,
    ...(input.actor ? [sql`a."actor" = ${input.actor}`] : []),
    ...(input.action ? [sql`a."action" = ${input.action}`] : []),
    ...(input.from ? [sql`a."at" >= ${midnightSql(input.from, zone)}`] : []),
    ...(input.to ? [sql`a."at" < ${midnightSql(addDays(input.to, 1), zone)}`] : []),
    ...(input.mark ? [sql`(${sql.join(input.mark === 'any' ? Object.values(marked) : [marked[input.mark]], sql` or `)})`] : []),
    ...(input.search.trim()
      ? [
          sql`(a."after" ->> 'number' ilike ${pattern} or (a."entity" = 'sale' and a."target" in (
            select f."id"::text from "sales" f where f."vendorId" = ${vendorId} and f."number" ilike ${pattern})))`,
        ]
      : []),
  ]
  const where = sql.join(parts, sql` and `)
  const offset = (input.page - 1) * input.size
  type Row = Omit<MoneyEvent, 'fields' | 'marks' | 'reason' | 'currency' | 'exponent'> &
    Record<AuditMark, boolean> & { before: Record<string, unknown> | null; after: Record<string, unknown> | null }
  const { rows } = await sql<Row>`
    select a."id", a."sequence", a."at", a."actor", a."role", a."action", a."entity", a."before", a."after",
      s."id" as "sale", coalesce(a."after" ->> 'number', s."number") as "number",
      ${sql.join(auditMarks.map((mark) => sql`coalesce(${marked[mark]}, false) as ${sql.ref(mark)}`))}
    from "audit" a
    -- By itself: in a join row-level security lets no index be asked for a cast value, and all bills would be read for each row.
    left join lateral (
      select f."id", f."number" from "sales" f
      where f."vendorId" = ${vendorId} and f."id" = case a."entity" when 'sale' then a."target"::uuid end limit 1
    ) s on true
    where ${where} order by a."sequence" ${sql.raw(input.direction)} limit ${input.size} offset ${offset}`.execute(trx)
  const counted = await sql<{ count: number }>`
    select count(*)::int as "count" from (select 1 from "audit" a where ${where} limit ${countCap + 1}) found`.execute(trx)
  const count = counted.rows[0]?.count ?? 0
  const names = await actorNames(
    trx,
    vendorId,
    rows.map(({ actor }) => actor),
  )
  return {
    rows: rows.map(({ before, after, ...row }) => ({
      ...row,
      actor: names.get(row.actor) ?? '',
      reason: textIn(after, 'reason') ?? '',
      fields: row.entity !== 'payoutAccount' || seesBank(call) ? auditFields(before, after) : [],
      marks: auditMarks.filter((mark) => row[mark]),
      currency: textIn(after, 'currency') ?? currency,
      exponent,
    })),
    total: Math.min(count, countCap),
    totalIsCapped: count > countCap,
  }
}

/** The actors and actions in the money log, in order of their names. */
export async function readAuditors({ trx, vendorId }: TenantContext) {
  const of = (column: 'actor' | 'action') => sql`select distinct ${sql.ref(`a.${column}`)} as "value" from "audit" a
    where a."vendorId" = ${vendorId} and a."sequence" is not null`
  const found = await sql<{ value: string }>`${of('actor')}`.execute(trx)
  const names = await actorNames(
    trx,
    vendorId,
    found.rows.map(({ value }) => value),
  )
  const actors = [...names].map(([id, name]) => ({ id, name }))
  const actions = await sql<{ value: string }>`${of('action')} order by 1`.execute(trx)
  return { actors, actions: actions.rows.map(({ value }) => value) }
}

/** Whether the chains of the ledger and of the log are intact, as of now. */
export async function readChain(ctx: TenantContext) {
  return { ...(await checkNewLinks(ctx)), asOf: ctx.now }
}
