import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { runAs } from '#kernel/context.ts'
import type { Work } from '#kernel/jobs.ts'
import { claim, queueOf, type Lease } from '#kernel/lease.ts'
import { leaseMs } from '#kernel/outbox.ts'
import { noteOutcomes, type Try } from './webhook.outcome.server.ts'
import { postMessage, signedHeaders } from './send.server.ts'

/** Messages to one webhook that are under way at once, each of another record. */
const atOnce = 10

/**
 * Webhooks that have something to send, the one that waits longest first. A lease that ended means that its
 * process did; what it was to send is not known to have arrived. Anyone who has more to send meanwhile says so by a
 * due instant of its own.
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

/** A webhook that is this process's until its lease ends. */
export type Taken = Lease<'webhookQueue', 'webhook' | 'vendorId'>

/** Takes the webhook that has waited longest with something to send. */
export const claimWebhook = (app: App): Promise<Taken | undefined> => claim(app, waitingWebhooks)

type Head = { id: string; dueAt: string }
type Waiting = { url: string; secrets: string[]; heads: Head[]; messages: Omit<Try, 'sent'>[] }

/** What a webhook has to send: of each record the first that waits, so that a later one never overtakes it. */
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

/** How a message is posted; tests give their own. */
export type Post = typeof postMessage

/**
 * Sends what a taken webhook has due, once, and gives it back.
 * @param signal ends the tries that are under way; they count as not made
 */
export async function sendTaken(app: App, taken: Taken, signal?: AbortSignal, by: Post = postMessage): Promise<void> {
  const { webhook, vendorId } = taken.row
  // What was to be sent meanwhile stays due.
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

/** Sends everything that is due now, one webhook after the other. */
export async function sendDue(app: App, by: Post = postMessage): Promise<void> {
  for (let taken = await claimWebhook(app); taken; taken = await claimWebhook(app)) await sendTaken(app, taken, undefined, by)
}

/** Sends to webhooks while the product runs: one that is slow holds a place, not the others. */
export const webhooks: Work = {
  name: 'Sending to webhooks',
  atOnce: 16,
  async next(app) {
    const taken = await claimWebhook(app)
    return taken && (({ signal }) => sendTaken(app, taken, signal))
  },
}
