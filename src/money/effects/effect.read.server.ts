import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { actorNames } from '#business/developers/actors.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { dayIn } from '#kernel/app.ts'
import type { EffectLine } from '#business/acts/act-effects.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { balanceOf } from '#money/sales/credit.row.server.ts'
import type { effectList, Obstacle, PostedEffects } from './effect.contract.ts'

type Row = Pick<PostedEffects, 'id' | 'act' | 'batch' | 'batchName' | 'day'> & {
  actor: string
  reversedAt: string | null
  isLater: boolean
  isPaid: boolean
  isRefunded: boolean
  isUsed: boolean
}

/** What the lines of an act gave each customer as credit, less what paid the bill that the act made; more than the balance if it is used. */
const isUsed = (vendorId: string) => sql<boolean>`exists (
  select 1 from "effectLines" l
  left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
  where l."vendorId" = ${vendorId} and l."effect" = f."id"
  group by l."customer"
  having coalesce(sum(r."paidBack"), 0) - coalesce((
      select sum(p."amount") from "payments" p
      where p."vendorId" = ${vendorId} and p."method" = 'credit' and p."sale" = any(array_agg(l."sale") filter (where l."kind" = 'charge'))), 0)
    > ${balanceOf(vendorId, sql`l."customer"`)})`

/** Whether an act refunded money; what was only open is credited without. */
const isRefunded = (vendorId: string) => sql<boolean>`exists (
  select 1 from "effectLines" l join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
  where l."vendorId" = ${vendorId} and l."effect" = f."id" and r."method" <> 'credit')`

/** Whether the bill that an act made was paid otherwise than from credit, or credited. */
const isPaid = (vendorId: string) => sql<boolean>`exists (
  select 1 from "effectLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
  where l."vendorId" = ${vendorId} and l."effect" = f."id" and l."kind" = 'charge' and (s."credited" > 0 or s."voidedAt" is not null or 0 < (
    select coalesce(sum(p."amount"), 0) from "payments" p where p."vendorId" = ${vendorId} and p."sale" = s."id" and p."method" <> 'credit')))`

/** Whether a later act touched a place of this one. */
const isLater = (vendorId: string) => sql<boolean>`exists (
  select 1 from "effectLines" l
  join "effectLines" o on o."vendorId" = ${vendorId} and o."enrolment" = l."enrolment" and o."effect" > l."effect"
  join "effects" g on g."vendorId" = ${vendorId} and g."id" = o."effect" and g."reversedAt" is null
  where l."vendorId" = ${vendorId} and l."effect" = f."id")`

async function rowsOf({ trx, vendorId }: TenantContext, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select f."id", f."act", f."batch", coalesce(b."name", '') as "batchName", f."day", f."actor", f."reversedAt",
      ${isLater(vendorId)} as "isLater", ${isPaid(vendorId)} as "isPaid", ${isRefunded(vendorId)} as "isRefunded", ${isUsed(vendorId)} as "isUsed"
    from "effects" f left join "batches" b on b."vendorId" = ${vendorId} and b."id" = f."batch"
    where f."vendorId" = ${vendorId} and ${which} order by f."at" desc, f."id" desc limit 50`.execute(trx)
  return rows
}

async function linesOf({ trx, vendorId }: TenantContext, effects: readonly string[]) {
  const { rows } = await sql<Omit<EffectLine, 'id'> & { effect: string }>`
    select l."effect", l."kind", l."customer", coalesce(c."firstName", '') as "firstName", coalesce(c."lastName", '') as "lastName",
      case when l."customer" is distinct from e."customer" then trim(p."firstName" || ' ' || p."lastName") else '' end as "payerName", e."batch", b."name" as "batchName", l."sale", s."number",
      l."amount", l."proposed", l."price", l."unit", l."count", l."of", l."fromDay", l."toDay", nullif(r."method", 'credit') as "method", l."reason"
    from "effectLines" l
    join "customers" p on p."vendorId" = ${vendorId} and p."id" = l."customer"
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    left join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer"
    join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"
    left join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."refund"
    where l."vendorId" = ${vendorId} and l."effect" = any(${effects}::uuid[]) order by l."effect", l."position"`.execute(trx)
  return Map.groupBy(rows, ({ effect }) => effect)
}

const obstacleOf = (row: Row, closedThrough: string | null): Obstacle | null => {
  if (row.reversedAt !== null) return 'reversed'
  if (closedThrough !== null && row.day <= closedThrough) return 'closed'
  if (row.isLater) return 'later'
  if (row.isPaid) return 'paid'
  if (row.isRefunded) return 'refunded'
  return row.isUsed ? 'used' : null
}

async function readWhich(ctx: TenantContext, which: RawBuilder<unknown>): Promise<PostedEffects[]> {
  const { trx, vendorId } = ctx
  const rows = await rowsOf(ctx, which)
  const { currency, exponent, closedThrough } = await currencyOf(trx, vendorId)
  const lines = await linesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const names = await actorNames(
    trx,
    vendorId,
    rows.map(({ actor }) => actor),
  )
  const zone = await ctx.zone()
  return rows.map((row) => {
    const { id, act, batch, batchName, day, actor, reversedAt } = row
    const reversedOn = reversedAt === null ? null : dayIn({ now: () => Date.parse(reversedAt) }, zone)
    const own = (lines.get(id) ?? []).map(({ effect: _effect, ...line }, at) => ({ id: `${id}:${at}`, ...line }))
    const what = { id, act, batch, batchName, day, actorName: names.get(actor) ?? '', currency, exponent, lines: own }
    return { ...what, reversedOn, obstacle: obstacleOf(row, closedThrough) }
  })
}

/** The latest acts with effects on a customer, who paid or whose place it was, or in a batch. */
export async function readEffects(
  ctx: TenantContext,
  { customer, batch }: z.output<typeof effectList>,
): Promise<{ rows: PostedEffects[] }> {
  const { vendorId } = ctx
  const having = (line: RawBuilder<unknown>) =>
    sql`f."id" in (select l."effect" from "effectLines" l where l."vendorId" = ${vendorId} and ${line})`
  const ofPlaces = (column: 'customer' | 'batch', id: string) =>
    having(sql`l."enrolment" in (select e."id" from "enrolments" e where e."vendorId" = ${vendorId} and ${sql.ref(`e.${column}`)} = ${id})`)
  const parts = [
    ...(customer === undefined ? [] : [sql`(${having(sql`l."customer" = ${customer}`)} or ${ofPlaces('customer', customer)})`]),
    ...(batch === undefined ? [] : [sql`(f."batch" = ${batch} or ${ofPlaces('batch', batch)})`]),
  ]
  return { rows: await readWhich(ctx, parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)) }
}

/** One act with its effects. @throws document/not-found */
export async function readEffect(ctx: TenantContext, id: string): Promise<PostedEffects> {
  const [row] = await readWhich(ctx, sql`f."id" = ${id}`)
  if (!row) throw failure('document/not-found')
  return row
}

/** The ids of the acts that cancelled some of the sessions and were not reversed, the latest first, each with its sessions and those that are still cancelled. */
export async function cancelledBy(
  { trx, vendorId }: TenantContext,
  sessions: readonly string[],
): Promise<{ id: string; sessions: string[]; left: string[] }[]> {
  const { rows } = await sql<{ id: string; sessions: string[]; left: string[] }>`
    select f."id", to_jsonb(f."sessions") as "sessions", coalesce((select jsonb_agg(s."id" order by s."startsAt", s."id") from "batchSessions" s
      where s."vendorId" = ${vendorId} and s."id" = any(f."sessions") and s."state" = 'cancelled'), '[]') as "left"
    from "effects" f where f."vendorId" = ${vendorId} and f."reversedAt" is null and f."sessions" && ${sessions}::uuid[]
    order by f."at" desc, f."id" desc`.execute(trx)
  return rows
}

/** The latest act of a kind on a batch or a place that was not reversed. */
export async function latestOf(
  ctx: TenantContext,
  act: PostedEffects['act'],
  of: { batch: string } | { enrolment: string },
): Promise<PostedEffects | undefined> {
  const about =
    'batch' in of
      ? sql`f."batch" = ${of.batch}`
      : sql`f."id" in (select l."effect" from "effectLines" l where l."vendorId" = ${ctx.vendorId} and l."enrolment" = ${of.enrolment})`
  const [row] = await readWhich(ctx, sql`f."act" = ${act} and f."reversedAt" is null and ${about}`)
  return row
}
