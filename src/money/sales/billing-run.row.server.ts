import { sql, type RawBuilder } from 'kysely'
import { actorNames } from '#business/developers/actors.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { followersOf } from '#timetable/enrolments/moved.server.ts'
import type { z } from 'zod/mini'
import type { BillingRun, runList, RunPreview } from './billing-run.contract.ts'
import { due } from './sale.row.server.ts'

/** The kinds of email that are sent to a customer about a bill. */
export const billMails = ['bill', 'receipt', 'reminder'] as const

/** The most obstacles that a preview names. */
const named = 20

type Row = Omit<BillingRun, 'currency' | 'exponent' | 'voidedByName' | 'isWaiting'> & {
  voidedBy: string | null
  billAgainAt: string | null
}

async function rowsOf({ trx, vendorId }: TenantContext, which: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r."id", r."day", r."startedAt", r."voidedAt", r."voidReason", r."voidedBy", r."billAgainAt", u.*,
      case when r."voidStartedAt" is null then 'billed' when r."voidedAt" is null then 'voiding' else 'voided' end as "state"
    from "billingRuns" r cross join lateral (
      select count(*)::int as "bills", coalesce(sum(s."total"), 0)::bigint as "total",
        count(*) filter (where s."state" in ('paid', 'partiallyRefunded', 'refunded'))::int as "paid",
        count(*) filter (where s."state" in ('open', 'partiallyPaid'))::int as "open",
        count(*) filter (where s."state" = 'void')::int as "voided", coalesce(sum(${due}), 0)::bigint as "due"
      from "sales" s where s."vendorId" = ${vendorId} and s."run" = r."id") u
    where r."vendorId" = ${vendorId} and ${which} order by ${page}`.execute(trx)
  return rows
}

async function shown(ctx: TenantContext, rows: readonly Row[]): Promise<BillingRun[]> {
  const { trx, vendorId } = ctx
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const names = await actorNames(
    trx,
    vendorId,
    rows.flatMap(({ voidedBy }) => voidedBy ?? []),
  )
  const today = await ctx.today()
  return rows.map(({ voidedBy, billAgainAt, ...row }) => ({
    ...row,
    currency,
    exponent,
    voidedByName: voidedBy === null ? '' : (names.get(voidedBy) ?? ''),
    isWaiting: row.state === 'voided' && row.day === today && billAgainAt === null,
  }))
}

/** One page of billing runs, the newest first. */
export async function readRuns(ctx: TenantContext, { page, size }: z.output<typeof runList>) {
  const { trx, vendorId } = ctx
  const rows = await rowsOf(ctx, sql`true`, sql`r."day" desc, r."startedAt" desc, r."id" desc limit ${size} offset ${(page - 1) * size}`)
  const counted = await trx
    .selectFrom('billingRuns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return { rows: await shown(ctx, rows), total: counted.count, totalIsCapped: false }
}

/** One billing run. @throws document/not-found */
export async function readRun(ctx: TenantContext, id: string): Promise<BillingRun> {
  const [row] = await shown(ctx, await rowsOf(ctx, sql`r."id" = ${id}`, sql`r."day"`))
  if (!row) throw failure('document/not-found')
  return row
}

type Blocked = RunPreview['obstacles'][number] & { count: number }

/** The bills of a run that prevent it from being voided: the first of them, each with the number of all. */
async function obstaclesOf(ctx: TenantContext, run: string): Promise<Blocked[]> {
  const { trx, vendorId } = ctx
  const { closedThrough } = await currencyOf(trx, vendorId)
  const { rows: billed } = await sql<{ id: string }>`
    select distinct l."enrolment" as "id" from "sales" s
    join "saleLines" l on l."vendorId" = ${vendorId} and l."sale" = s."id" and l."enrolment" is not null
    where s."vendorId" = ${vendorId} and s."run" = ${run} and s."voidedAt" is null`.execute(trx)
  const ids = billed.map(({ id }) => id)
  const pairs = [...(await followersOf(ctx, ids))].flatMap(([place, followers]) =>
    [place, ...followers].map((follower) => ({ place, follower })),
  )
  const { rows } = await sql<Blocked>`
    select b."sale", b."number", b."obstacle", count(*) over ()::int as "count" from (
      select s."id" as "sale", s."number", s."day",
        case when s."day" <= ${closedThrough}::date then 'closed' when s."credited" > 0 then 'credited'
          when 0 <> (select coalesce(sum(p."amount"), 0) from "payments" p
            where p."vendorId" = ${vendorId} and p."sale" = s."id" and p."method" <> 'credit') then 'paid'
          when exists (select 1 from "saleLines" l
            join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment" and e."priceUnit" <> 'session'
            join jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as c("place" uuid, "follower" uuid) on c."place" = l."enrolment"
            join "saleLines" o on o."vendorId" = ${vendorId} and o."enrolment" = c."follower" and o."fromDay" > l."fromDay"
            join "sales" x on x."vendorId" = ${vendorId} and x."id" = o."sale" and x."voidedAt" is null and x."run" is distinct from s."run"
            where l."vendorId" = ${vendorId} and l."sale" = s."id") then 'later'
          when exists (select 1 from "saleLines" l
            join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
            where l."vendorId" = ${vendorId} and l."sale" = s."id" and e."billedThrough" = l."toDay" and e."nextChargeOn" > l."toDay" + 1
          ) then 'changed' end as "obstacle"
      from "sales" s where s."vendorId" = ${vendorId} and s."run" = ${run} and s."voidedAt" is null) b
    where b."obstacle" is not null order by b."number" limit ${named}`.execute(trx)
  return rows
}

/** What voiding a run would do, and what prevents it. @throws document/not-found */
export async function previewRun(ctx: TenantContext, id: string): Promise<RunPreview> {
  const { trx, vendorId } = ctx
  const run = await readRun(ctx, id)
  const blocked = await obstaclesOf(ctx, id)
  const { rows } = await sql<{ credit: number; emails: number }>`
    select coalesce(sum(s."paid"), 0)::bigint as "credit", count(distinct s."customer") filter (where exists (
      select 1 from "deliveries" d where d."vendorId" = ${vendorId} and d."about" = s."id" and d."customer" is not null
        and d."kind" = any(${[...billMails]}::text[]) and d."state" <> 'dropped'
        and not (d."state" = 'queued' and d."attempts" = 0)))::int as "emails"
    from "sales" s where s."vendorId" = ${vendorId} and s."run" = ${id} and s."voidedAt" is null`.execute(trx)
  const { credit = 0, emails = 0 } = rows[0] ?? {}
  const obstacles = blocked.map(({ count: _count, ...one }) => one)
  return { ...run, credit, emails, blocked: blocked[0]?.count ?? 0, obstacles }
}
