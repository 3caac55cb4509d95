import { sql } from 'kysely'
import { keysOf } from '#lib/choices.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { earlier, lastDayOf, later } from '#lib/days.ts'
import { ownTrainerOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { monthLines } from './pay.lines.server.ts'
import { costOn } from '#directory/trainers/rates.server.ts'
import type { PayFigures, PayLine, PayMonth, PayRow, TrainerMonth, TrainerPayment } from './payroll.contract.ts'

type Terms = Awaited<ReturnType<typeof currencyOf>>

const none: PayFigures = { sessions: 0, minutes: 0, pay: 0, adjustments: 0, paid: 0, payable: 0 }

/** The active trainers, and any others with a figure in the month, by name. */
async function readRows(ctx: TenantContext, terms: Terms, month: string, trainer?: string): Promise<PayRow[]> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const own = trainer ? sql`and "trainer" = ${trainer}` : sql``
  const day = later(`${month}-01`, earlier(today, lastDayOf(month)))
  const { rows } = await sql<PayRow>`
    select t."id" as "trainer", t."Fname" || ' ' || t."Lname" as "name",
      case when m."costs" = 1 and not m."hasRules" then m."cost" when m."sessions" > 0 then null else ${costOn(vendorId, sql`t."id"`, sql`${day}::date`)} end as "cost",
      coalesce(m."sessions", 0) as "sessions", coalesce(m."minutes", 0) as "minutes",
      coalesce(m."pay", 0)::bigint as "pay", coalesce(m."adjustments", 0)::bigint as "adjustments",
      coalesce(p."paid", 0)::bigint as "paid", (coalesce(w."written", 0) - coalesce(p."all", 0))::bigint as "payable"
    from "trainers" t
    left join (
      select "trainer", count(*) filter (where "kind" = 'session')::int as "sessions",
        coalesce(sum("minutes") filter (where "kind" = 'session'), 0)::int as "minutes",
        sum("amount") filter (where "kind" = 'session') as "pay", sum("amount") filter (where "kind" = 'adjustment') as "adjustments",
        count(distinct "cost") filter (where "kind" = 'session') as "costs", max("cost") filter (where "kind" = 'session') as "cost",
        coalesce(bool_or("unit" is not null) filter (where "kind" = 'session'), false) as "hasRules"
      from ${monthLines(ctx, terms, month, trainer)} l group by "trainer"
    ) m on m."trainer" = t."id"
    left join (
      select "trainer", sum("amount") as "all", sum("amount") filter (where "day" between ${`${month}-01`}::date and ${lastDayOf(month)}::date) as "paid"
      from "trainerPayments" where "vendorId" = ${vendorId} ${own} group by "trainer"
    ) p on p."trainer" = t."id"
    left join (select "trainer", sum("amount") as "written" from "payLines" where "vendorId" = ${vendorId} ${own} group by "trainer") w
      on w."trainer" = t."id"
    where t."vendorId" = ${vendorId} ${trainer ? sql`and t."id" = ${trainer}` : sql``}
      and (t."state" = 'active' or m."trainer" is not null or p."paid" > 0 or coalesce(w."written", 0) <> coalesce(p."all", 0) or ${trainer !== undefined})
    order by t."Fname", t."Lname", t."id"`.execute(trx)
  return rows
}

const headOf = ({ now }: TenantContext, { currency, exponent, closedThrough }: Terms, month: string) => ({
  month,
  currency,
  exponent,
  isFrozen: closedThrough !== null && lastDayOf(month) <= closedThrough,
  asOf: now,
})

/** What each trainer earned in a month, from the lines that `readTrainerMonth` shows. */
export async function readMonth(ctx: TenantContext, { month }: { month: string }): Promise<PayMonth> {
  const terms = await currencyOf(ctx.trx, ctx.vendorId)
  const rows = await readRows(ctx, terms, month)
  const totals = { ...none }
  for (const row of rows) for (const name of keysOf(none)) totals[name] += row[name]
  return { ...headOf(ctx, terms, month), rows, totals }
}

async function trainerMonthOf(ctx: TenantContext, month: string, row: PayRow, terms: Terms): Promise<TrainerMonth> {
  const { trx, vendorId } = ctx
  const { rows: lines } = await sql<PayLine>`
    select l."id", l."isFrozen", l."session", l."day", l."minutes", b."name" as "batchName", b."code" as "batchCode", l."cost", l."amount", l."reason",
      l."unit", l."rate", l."share", l."minimum", l."maximum", l."empty", l."people", l."base",
      case when l."session" is null then 'byHand' when l."kind" = 'session' then 'held' when l."isChange" then 'changed' when l."amount" > 0 then 'late' else 'notHeld' end as "why"
    from ${monthLines(ctx, terms, month, row.trainer)} l
    left join "batches" b on b."vendorId" = ${vendorId} and b."id" = l."batch"
    order by l."day", l."isFrozen" desc, l."id"`.execute(trx)
  const { rows: payments } = await sql<TrainerPayment>`
    select "id", "trainer", "day", "method", "account", "amount", "reference" from "trainerPayments"
    where "vendorId" = ${vendorId} and "trainer" = ${row.trainer} and "day" between ${`${month}-01`}::date and ${lastDayOf(month)}::date
    order by "day", "id"`.execute(trx)
  return { ...headOf(ctx, terms, month), row, lines, payments }
}

/** Every session, correction and payment behind a trainer's month. @throws document/not-found */
export async function readTrainerMonth(ctx: TenantContext, { month, trainer }: { month: string; trainer: string }): Promise<TrainerMonth> {
  const terms = await currencyOf(ctx.trx, ctx.vendorId)
  const [row] = await readRows(ctx, terms, month, trainer)
  if (!row) throw failure('document/not-found')
  return trainerMonthOf(ctx, month, row, terms)
}

/** As `readTrainerMonth`, for the calling trainer (product 4); a caller not yet linked to a trainer has no figures. */
export async function readOwnMonth(ctx: TenantContext, { month }: { month: string }): Promise<TrainerMonth> {
  const terms = await currencyOf(ctx.trx, ctx.vendorId)
  const trainer = ownTrainerOf(ctx.call) ?? ''
  const [row] = await readRows(ctx, terms, month, trainer)
  if (row) return trainerMonthOf(ctx, month, row, terms)
  return { ...headOf(ctx, terms, month), row: { trainer, name: '', cost: null, ...none }, lines: [], payments: [] }
}

/** What is owed to a trainer: all written lines less all payments. The books must be locked. */
export async function payableTo({ trx, vendorId }: TenantContext, trainer: string): Promise<number> {
  const { rows } = await sql<{ payable: number }>`
    select ((select coalesce(sum("amount"), 0) from "payLines" where "vendorId" = ${vendorId} and "trainer" = ${trainer})
      - (select coalesce(sum("amount"), 0) from "trainerPayments" where "vendorId" = ${vendorId} and "trainer" = ${trainer}))::bigint as "payable"`.execute(
    trx,
  )
  return rows[0]?.payable ?? 0
}
