import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { midnightSql, zoneOf } from '#business/setup/zone.server.ts'
import type { Trx } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { addDays } from '#lib/days.ts'
import { memberOf } from '#kernel/base.ts'
import { searchPattern } from '#kernel/entity.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { NotificationDelivery, Notification, NoticeSetting, notificationContract } from './notification.contract.ts'
import { isFixed, kindsFor, waysOf } from './notification.rules.ts'

type Input<Call extends 'list' | 'log'> = z.output<NonNullable<(typeof notificationContract)[Call]['~orpc']['inputSchema']>>

/** The maximum unread count: the bell shows "99+". */
const unreadCap = 100
const countCap = 10_000

/** Only the kinds of the current role: a former manager no longer sees notifications about money. */
const heardBy = (role: Role) => sql`d."kind" = any(${kindsFor(role)})`

/** The number of a member's unread notifications, up to 100. */
export async function countUnread(trx: Trx, vendorId: string, { userId, role }: { userId: string; role: Role }): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as "unread" from (
      select 1 from "deliveries" d where d."vendorId" = ${vendorId} and d."userId" = ${userId} and d."channel" = 'app' and d."readAt" is null
        and ${heardBy(role)} limit ${unreadCap}
    ) found`.execute(trx)
  return rows[0]?.unread ?? 0
}

type Span = { from?: string | undefined; to?: string | undefined }

/** The conditions for a range of days in the business's time zone, both ends included. */
async function within({ trx, vendorId }: TenantContext, { from, to }: Span): Promise<RawBuilder<unknown>[]> {
  if (!from && !to) return []
  const zone = await zoneOf(trx, vendorId)
  return [...(from ? [sql`d."at" >= ${midnightSql(from, zone)}`] : []), ...(to ? [sql`d."at" < ${midnightSql(addDays(to, 1), zone)}`] : [])]
}

type Page = { page: number; size: number; direction: 'asc' | 'desc' }

/** One page of matching rows, by time, and their total. */
async function pageOf<Row>(
  { trx }: TenantContext,
  columns: RawBuilder<unknown>,
  parts: RawBuilder<unknown>[],
  { page, size, direction }: Page,
) {
  const where = sql.join(parts, sql` and `)
  const way = sql.raw(direction)
  const { rows } = await sql<Row>`
    select ${columns} from "deliveries" d where ${where}
    order by d."at" ${way}, d."id" ${way} limit ${size} offset ${(page - 1) * size}`.execute(trx)
  const counted = await sql<{ count: number }>`
    select count(*)::int as "count" from (select 1 from "deliveries" d where ${where} limit ${countCap + 1}) found`.execute(trx)
  const count = counted.rows[0]?.count ?? 0
  return { rows, total: Math.min(count, countCap), totalIsCapped: count > countCap }
}

/** One page of a member's own notifications. The search covers the values in their sentences. */
export async function readNotifications(ctx: TenantContext, { kind, state, search, ...input }: Input<'list'>) {
  const { userId, role } = memberOf(ctx.call)
  const columns = sql`d."id", d."kind", d."about", d."values", d."at", d."readAt"`
  const parts = [
    sql`d."vendorId" = ${ctx.vendorId}`,
    sql`d."userId" = ${userId}`,
    sql`d."channel" = 'app'`,
    heardBy(role),
    ...(kind ? [sql`d."kind" = ${kind}`] : []),
    ...(state === 'all' ? [] : [state === 'unread' ? sql`d."readAt" is null` : sql`d."readAt" is not null`]),
    ...(search.trim() ? [sql`d."values"::text ilike ${searchPattern(search.trim())}`] : []),
    ...(await within(ctx, input)),
  ]
  return pageOf<Notification>(ctx, columns, parts, input)
}

/** One page of the delivery log. The search covers the receivers' addresses. */
export async function readLog(ctx: TenantContext, { kind, channel, state, search, ...input }: Input<'log'>) {
  const columns = sql`d."id", d."at", d."kind", d."about", d."channel", d."address", d."userId" is not null as "isMember", d."customer",
    d."state", d."stateAt", d."readAt", d."attempts", d."reason", d."replyCode"`
  const parts = [
    sql`d."vendorId" = ${ctx.vendorId}`,
    ...(kind ? [sql`d."kind" = ${kind}`] : []),
    ...(channel ? [sql`d."channel" = ${channel}`] : []),
    ...(state ? [sql`d."state" = ${state}`] : []),
    ...(search.trim() ? [sql`d."address" ilike ${searchPattern(search.trim())}`] : []),
    ...(await within(ctx, input)),
  ]
  return pageOf<NotificationDelivery>(ctx, columns, parts, input)
}

/** The member's settings for each kind that concerns their role. */
export async function readSettings({ trx, call, vendorId }: TenantContext): Promise<NoticeSetting[]> {
  const { userId, role } = memberOf(call)
  const rows = await trx
    .selectFrom('noticeSettings')
    .select(['kind', 'app', 'mail'])
    .where('vendorId', '=', vendorId)
    .where('userId', '=', userId)
    .execute()
  return kindsFor(role).flatMap((kind) => {
    const ways = waysOf(kind, role, rows.find((row) => row.kind === kind) ?? null)
    return ways ? [{ kind, app: ways.app, mail: ways.mail, isFixed: isFixed(kind, role) }] : []
  })
}
