import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tenant, type Trx } from '#db/tenant.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant, type App } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { sha256 } from '#kernel/secrets.ts'
import { sendTagged } from '#kernel/tagged.ts'
import { feedContract, type Feed } from './feed.contract.ts'

const os = handlersOf({ feeds: feedContract })

/** Maximum number of secret addresses of a vendor. */
const feedLimit = 50

async function nameOf(trx: Trx, vendorId: string, trainer: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('trainers')
    .select(['Fname', 'Lname'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', trainer)
    .executeTakeFirst()
  return row && `${row.Fname} ${row.Lname}`
}

async function list(trx: Trx, vendorId: string): Promise<Feed[]> {
  const rows = await trx
    .selectFrom('calendarFeeds')
    .select(['id', 'trainer', 'createdAt'])
    .where('vendorId', '=', vendorId)
    .orderBy('createdAt', 'desc')
    .execute()
  const feeds: Feed[] = []
  for (const row of rows) feeds.push({ ...row, trainerName: row.trainer ? ((await nameOf(trx, vendorId, row.trainer)) ?? null) : null })
  return feeds
}

/** Creates a secret address; only its SHA-256 is stored, so that a stolen database opens no calendar. */
async function create(trx: Trx, call: Call, trainer: string | null): Promise<Feed & { path: string }> {
  const { vendorId } = memberOf(call)
  const trainerName = trainer ? await nameOf(trx, vendorId, trainer) : null
  if (trainerName === undefined) throw fieldFailure('trainer', 'sessions.trainer.required')
  const { count } = await trx
    .selectFrom('calendarFeeds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  if (count >= feedLimit) throw fieldFailure('trainer', 'sessions.feeds.limit')
  const token = randomBytes(32).toString('base64url')
  const feed = { id: newId(call.app.now()), trainer, createdAt: instant(call.app) }
  await trx
    .insertInto('calendarFeeds')
    .values({ ...feed, vendorId, hash: sha256(token) })
    .execute()
  await audit(trx, call, { action: 'create', entity: 'calendarFeed', target: feed.id, after: { trainer } })
  return { ...feed, trainerName, path: `/calendar/${token}.ics` }
}

async function remove(trx: Trx, call: Call, id: string): Promise<void> {
  const { vendorId } = memberOf(call)
  const removed = await trx
    .deleteFrom('calendarFeeds')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw failure('document/not-found')
  await audit(trx, call, { action: 'remove', entity: 'calendarFeed', target: id })
}

/** Removes every secret calendar address of the business. @param actor who did it according to the audit log */
export async function removeFeeds({ trx, call, vendorId }: TenantContext, actor: { userId: string; role: string }): Promise<void> {
  const removed = await trx.deleteFrom('calendarFeeds').where('vendorId', '=', vendorId).returning('id').execute()
  for (const { id } of removed) await audit(trx, call, { action: 'remove', entity: 'calendarFeed', target: id }, { vendorId, ...actor })
}

export const feedHandlers = {
  list: os.feeds.list.handler(({ context: call }) =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => list(trx, memberOf(call).vendorId)),
  ),
  create: os.feeds.create.handler(({ context: call, input }) =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => create(trx, call, input.trainer)),
  ),
  remove: os.feeds.remove.handler(async ({ context: call, input }) => {
    await tenant(call.app.db, memberOf(call).vendorId, (trx) => remove(trx, call, input.id))
    return { success: true }
  }),
}

/** The calendar of a secret address, from three months back to a year ahead; null if the address is invalid or revoked. */
async function calendarOf(app: App, token: string): Promise<string | null> {
  const feed = await app.db.kysely
    .selectFrom('calendarFeeds')
    .select(['vendorId', 'trainer'])
    .where('hash', '=', sha256(token))
    .executeTakeFirst()
  if (!feed) return null
  const { vendorId, trainer } = feed
  return tenant(app.db, vendorId, async (trx) => {
    const zone = await zoneOf(trx, vendorId)
    const today = Temporal.PlainDate.from(dayIn(app, zone))
    let query = trx
      .selectFrom('batchSessions')
      .innerJoin('batches', (join) => join.on('batches.vendorId', '=', vendorId).onRef('batches.id', '=', 'batchSessions.batch'))
      .innerJoin('trainers', (join) => join.on('trainers.vendorId', '=', vendorId).onRef('trainers.id', '=', 'batchSessions.trainer'))
      .leftJoin('halls', (join) => join.on('halls.vendorId', '=', vendorId).onRef('halls.id', '=', 'batchSessions.hall'))
      .select(['batchSessions.id', 'startsAt', 'endsAt', 'batchSessions.state', 'batchSessions.reason', 'batchSessions.version'])
      .select(['batchSessions.updatedAt', 'batches.name', 'Fname', 'Lname', 'title'])
      .where('batchSessions.vendorId', '=', vendorId)
      .where('day', '>=', today.subtract({ months: 3 }).toString())
      .where('day', '<=', today.add({ years: 1 }).toString())
    if (trainer) query = query.where('batchSessions.trainer', '=', trainer)
    const sessions = await query.orderBy('startsAt').limit(10_000).execute()
    const { name } = await trx.selectFrom('merchants').select('name').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
    const who = trainer ? await nameOf(trx, vendorId, trainer) : undefined
    const calendar = ical({
      name: [name || 'Touchline', who].filter(Boolean).join(' · '),
      prodId: { company: 'Touchline', product: 'Sessions' },
      method: ICalCalendarMethod.PUBLISH,
      ttl: 900,
    })
    calendar.x('X-WR-TIMEZONE', zone)
    for (const session of sessions) {
      calendar.createEvent({
        id: `${session.id}@touchline`,
        start: new Date(session.startsAt),
        end: new Date(session.endsAt),
        stamp: new Date(session.updatedAt),
        sequence: session.version - 1,
        summary: session.name,
        description: [`${session.Fname} ${session.Lname}`, session.reason].filter(Boolean).join('\n'),
        ...(session.title ? { location: session.title } : {}),
        status: session.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
    }
    return calendar.toString()
  })
}

/** /calendar/{secret}.ics, which calendar programs fetch without a session. A wrong secret gets the same answer as a missing page. */
export function mountFeeds(server: FastifyInstance, app: App): void {
  server.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    const token = /^([A-Za-z0-9_-]{43})\.ics$/.exec(request.params.name)?.[1]
    const calendar = token ? await calendarOf(app, token) : null
    if (calendar === null) throw failure('document/not-found')
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      // Calendar programs ask every quarter of an hour and nearly always have the current version.
      .header('cache-control', 'private, no-cache')
      .header('content-disposition', 'inline; filename="touchline.ics"')
    return sendTagged(request, reply, calendar)
  })
}
