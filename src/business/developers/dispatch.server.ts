import { sql } from 'kysely'
import { platform, tenant } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { describeError } from '#kernel/log.ts'
import { graceMs, leaseMs } from '#kernel/outbox.ts'
import { runAs } from '#kernel/inside.ts'
import { noteOutcomes, type Try } from './outcome.server.ts'
import { post, signedHeaders } from './send.server.ts'

/** Messages to one webhook that are under way at once, each of another record. */
const atOnce = 10
/** Webhooks that this process sends to at once: one that is slow holds a place, not the others. */
const slots = 16

/** A webhook that is this process's until its lease ends. */
export type Taken = { webhook: string; vendorId: string; leasedUntil: string }

/** Takes the webhook that has waited longest with something to send; SKIP LOCKED lets processes take different ones. */
export async function takeWebhook(app: App): Promise<Taken | undefined> {
  const [now, leasedUntil] = [instant(app), instant(app, leaseMs)]
  return platform(app.db, async (trx) => {
    const row = await trx
      .selectFrom('webhookQueue')
      .select(['webhook', 'vendorId'])
      .where(({ or, and, eb }) =>
        // A lease that ended means that its process did; what it was to send is not known to have arrived.
        or([and([eb('leasedUntil', 'is', null), eb('dueAt', '<=', now)]), eb('leasedUntil', '<=', now)]),
      )
      .orderBy(sql`coalesce("leasedUntil", "dueAt")`)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    // Whoever has more to send from here on says so by a due instant of its own.
    await trx.updateTable('webhookQueue').set({ leasedUntil, dueAt: null }).where('webhook', '=', row.webhook).execute()
    return { ...row, leasedUntil }
  })
}

/** Gives a webhook back; what was to be sent meanwhile stays due. @param next when something is due, an instant; null for nothing */
async function giveBack(app: App, { webhook, leasedUntil }: Taken, next: string | null): Promise<void> {
  const dueAt = sql<string>`least("dueAt", ${next}::timestamptz)`
  await platform(app.db, (trx) =>
    trx
      .updateTable('webhookQueue')
      .set({ leasedUntil: null, dueAt })
      .where('webhook', '=', webhook)
      .where('leasedUntil', '=', leasedUntil)
      .execute(),
  )
}

type Head = { id: string; dueAt: string }
type Waiting = { url: string; secrets: string[]; heads: Head[]; messages: Omit<Try, 'sent'>[] }

/** What a webhook has to send: of each record the first that waits, so that a later one never overtakes it. */
async function waitingFor(app: App, { webhook, vendorId }: Taken): Promise<Waiting | null> {
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
export type Post = typeof post

/**
 * Sends what a taken webhook has due, once, and gives it back.
 * @param signal ends the tries that are under way; they count as not made
 */
export async function sendTaken(app: App, taken: Taken, signal?: AbortSignal, by: Post = post): Promise<void> {
  const waiting = await waitingFor(app, taken)
  if (!waiting) return giveBack(app, taken, null)
  const { production } = app.config
  const tries = await Promise.all(
    waiting.messages.map(async (message): Promise<Try> => {
      const headers = signedHeaders(waiting.secrets, message.message, app.now(), message.body)
      return { ...message, sent: await by(waiting.url, headers, message.body, { production, ...(signal ? { signal } : {}) }) }
    }),
  )
  const made = tries.filter(({ sent }) => !(signal?.aborted && sent.code === null))
  if (made.length > 0) await runAs(app, 'system', taken.vendorId, (inside) => noteOutcomes(inside, taken.webhook, made))
  const next = waiting.messages.length > 0 ? instant(app) : (waiting.heads[0]?.dueAt ?? null)
  await giveBack(app, taken, next)
}

/** Sends everything that is due now, one webhook after the other. */
export async function sendDue(app: App, by: Post = post): Promise<void> {
  for (let taken = await takeWebhook(app); taken; taken = await takeWebhook(app)) await sendTaken(app, taken, undefined, by)
}

/** Sends to webhooks while the product runs: looked for every second, and at once after one that was busy. */
export function startWebhooks(app: App): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  let stopping = false
  let filling: Promise<void> | null = null
  const failed = (error: unknown) => app.log.error('Sending to webhooks failed and will run again', describeError(error))
  const start = (taken: Taken) => {
    const work = sendTaken(app, taken, ending.signal)
      .catch(failed)
      .finally(() => {
        running.delete(work)
        fill()
      })
    running.add(work)
  }
  const fill = () => {
    if (stopping || filling) return
    filling = (async () => {
      while (!stopping && running.size < slots) {
        const taken = await takeWebhook(app)
        if (!taken) return
        start(taken)
      }
    })()
      .catch(failed)
      .finally(() => (filling = null))
  }
  const timer = setInterval(fill, 1000).unref()
  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      setTimeout(() => ending.abort(), graceMs).unref()
      await filling
      await Promise.all(running)
    },
  }
}
