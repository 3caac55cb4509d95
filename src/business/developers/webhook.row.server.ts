import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { searchPattern } from '#kernel/entity.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { WebhookDelivery, deliveryList, Webhook } from './webhook.contract.ts'

const columns = (
  vendorId: string,
  now: string,
) => sql`w."id", w."url", w."events", w."state", w."failingSince", w."createdAt", w."updatedAt", w."version",
  case when w."formerUntil" > ${now} then w."formerUntil" end as "formerUntil",
  (select count(*)::int from "webhookDeliveries" d
    where d."vendorId" = ${vendorId} and d."webhook" = w."id" and d."state" = 'pending') as "waiting"`

/** Every webhook of the vendor, newest first. */
export async function readWebhooks({ trx, vendorId, now }: TenantContext): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`select ${columns(vendorId, now)} from "webhooks" w
    where w."vendorId" = ${vendorId} order by w."createdAt" desc, w."id" desc`.execute(trx)
  return rows
}

/** One webhook. @throws document/not-found */
export async function readWebhook({ trx, vendorId, now }: TenantContext, id: string): Promise<Webhook> {
  const { rows } = await sql<Webhook>`select ${columns(vendorId, now)} from "webhooks" w
    where w."vendorId" = ${vendorId} and w."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return row
}

/** One page of deliveries, by creation time. */
export async function readDeliveries({ trx, vendorId }: TenantContext, input: z.output<typeof deliveryList>) {
  const search = input.search.trim()
  const pattern = searchPattern(search)
  const where = sql.join(
    [
      sql`d."vendorId" = ${vendorId}`,
      ...(input.webhook ? [sql`d."webhook" = ${input.webhook}`] : []),
      ...(input.state === 'all' ? [] : [sql`d."state" = ${input.state}`]),
      ...(input.event === 'all' ? [] : [sql`d."event" = ${input.event}`]),
      ...(search ? [sql`(d."event" ilike ${pattern} or d."record" ilike ${pattern} or d."message"::text ilike ${pattern})`] : []),
    ],
    sql` and `,
  )
  const direction = sql.raw(input.direction)
  const { rows } = await sql<WebhookDelivery>`
    select d."id", d."webhook", w."url", d."message", d."event", d."record", d."state", d."tries", d."createdAt", d."sentAt",
      case d."state" when 'pending' then d."dueAt" end as "dueAt", d."code", d."ms", d."answer"
    from "webhookDeliveries" d join "webhooks" w on w."vendorId" = ${vendorId} and w."id" = d."webhook"
    where ${where} order by d."createdAt" ${direction}, d."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  const counted = await sql<{ count: number }>`select count(*)::int as "count" from "webhookDeliveries" d where ${where}`.execute(trx)
  return { rows, total: counted.rows[0]?.count ?? 0, totalIsCapped: false }
}
