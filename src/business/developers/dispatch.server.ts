import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { runAs } from '#kernel/context.ts'
import type { Work } from '#kernel/jobs.ts'
import { claim, queueOf, type Lease } from '#kernel/lease.ts'
import { leaseMs } from '#kernel/outbox.ts'
import { noteOutcomes, type Try } from './webhook.outcome.server.ts'
import { postMessage, signedHeaders } from './send.server.ts'

/** Messages in transit to one webhook at a time, each about a different record. */
const atOnce = 10

/**
 * Webhooks with something to send, the longest-waiting first. An expired lease means that its process died, possibly
 * before its messages arrived. A change that adds messages meanwhile sets a new due instant.
 */
const waitingWebhooks = queueOf('webhookQueue', {
  key: ['webhook'],
  reads: ['vendorId'],
  isDue: (now) => sql`("leasedUntil" is null and "dueAt" <= ${now} or "leasedUntil" <= ${now})`,
  order: sql`coalesce("leasedUntil", "dueAt")`,
  due: 'dueAt',
  lease: 'leasedUntil',
  leaseMs,
  onClaim: { dueAt: null },
})

/** A webhook that this process has leased. */
export type Taken = Lease<'webhookQueue', 'webhook' | 'vendorId'>

/** Claims the webhook that has waited longest with something to send. */
export const claimWebhook = (app: App): Promise<Taken | undefined> => claim(app, waitingWebhooks)

type Head = { id: string; dueAt: string }
type Waiting = { url: string; secrets: string[]; heads: Head[]; messages: Omit<Try, 'sent'>[] }

/** What a webhook has to send: the first pending message of each record, so that a later one never overtakes it. */
async function waitingFor(app: App, { webhook, vendorId }: Taken['row']): Promise<Waiting | null> {
  return tenant(app.db, vendorId, async (trx) => {
    const now = instant(app)
    const row = await trx
      .selectFrom('webhooks')
      .select(['url', 'secret', 'formerSecret', 'formerUntil'])
      .where('vendorId', '=', vendorId)
      .where('id', '=', webhook)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!row) return null
    const { rows: heads } = await sql<Head>`
      select "id", "dueAt" from (
        select distinct on ("record") "id", "dueAt" from "webhookDeliveries"
        where "vendorId" = ${vendorId} and "webhook" = ${webhook} and "state" = 'pending' order by "record", "position", "id") first
      order by "dueAt", "id" limit ${atOnce + 1}`.execute(trx)
    const due = heads.slice(0, atOnce).filter(({ dueAt }) => dueAt <= now)
    const { rows: messages } = await sql<Omit<Try, 'sent'>>`
      select "id", "message", "body", "tries", "giveUpAt" from "webhookDeliveries"
      where "vendorId" = ${vendorId} and "id" = any(${due.map(({ id }) => id)}::uuid[])`.execute(trx)
    const former = row.formerSecret !== null && row.formerUntil !== null && row.formerUntil > now ? [row.formerSecret] : []
    return { url: row.url, secrets: [row.secret, ...former].map((sealed) => app.secrets.open(sealed)), heads, messages }
  })
}

/** Posts a message; tests pass their own. */
export type Post = typeof postMessage

/**
 * Sends a claimed webhook's due messages once and releases it.
 * @param signal aborts the attempts in progress; they do not count
 */
export async function sendTaken(app: App, taken: Taken, signal?: AbortSignal, by: Post = postMessage): Promise<void> {
  const { webhook, vendorId } = taken.row
  // A message that became due meanwhile stays due.
  const release = (next: string | null) => taken.release({ dueAt: sql<string>`least("dueAt", ${next}::timestamptz)` })
  const waiting = await waitingFor(app, taken.row)
  if (!waiting) return void (await release(null))
  const { production } = app.config
  const tries = await Promise.all(
    waiting.messages.map(async (message): Promise<Try> => {
      const headers = signedHeaders(waiting.secrets, message.message, app.now(), message.body)
      return { ...message, sent: await by(waiting.url, headers, message.body, { production, ...(signal ? { signal } : {}) }) }
    }),
  )
  const attempted = tries.filter(({ sent }) => !(signal?.aborted && sent.code === null))
  if (attempted.length > 0) await runAs(app, 'system', vendorId, (ctx) => noteOutcomes(ctx, webhook, attempted))
  await release(waiting.messages.length > 0 ? instant(app) : (waiting.heads[0]?.dueAt ?? null))
}

/** Sends everything that is due now, one webhook after another. */
export async function sendDue(app: App, by: Post = postMessage): Promise<void> {
  for (let taken = await claimWebhook(app); taken; taken = await claimWebhook(app)) await sendTaken(app, taken, undefined, by)
}

/** Sends to webhooks while the product runs: a slow one occupies one slot without blocking the others. */
export const webhooks: Work = {
  name: 'Sending to webhooks',
  atOnce: 16,
  async next(app) {
    const taken = await claimWebhook(app)
    return taken && (({ signal }) => sendTaken(app, taken, signal))
  },
}
