import { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import { databaseSnapshot } from '#db/embedded/memory.ts'
import { platform, tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import type { App } from '#kernel/app.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { withIdsFrom } from '#kernel/ids.ts'
import { englishText } from '#kernel/texts.ts'
import { playApart } from './apart.ts'
import { runShared } from './contests.ts'
import { gulf } from './gulf.ts'
import { north } from './north.ts'
import { openOffice, register } from './office.ts'
import { seeded } from './random.ts'
import { playYear, type Size } from './year.ts'

/** The accounts to sign in with after the demo was filled, and what each one shows. */
export const demoAccounts = [
  { email: north.email, about: 'an academy in London, in English' },
  { email: gulf.email, about: 'an academy in Kuwait, in Arabic' },
  { email: 'owner@new.example', about: 'just registered, with nothing in it' },
] as const

/** The members who sign in besides the owners, with the same password. */
export const demoTeam = [...north.team, ...gulf.team].map(({ email, role }) => ({ email, about: englishText(`lib.roles.${role}`) }))

/** How long the demo's owners have not read their notifications. */
const unreadMs = 3 * 86_400_000

/** Marks the year's emails as sent, and notifications older than the last days as read. */
async function finishDeliveries({ db }: Pick<App, 'db'>, end: number): Promise<void> {
  const lately = new Date(end - unreadMs).toISOString()
  for (const { vendorId } of await db.kysely.selectFrom('vendorPlans').select('vendorId').orderBy('vendorId').execute())
    await tenant(db, vendorId, async (trx) => {
      const own = trx.updateTable('deliveries').where('vendorId', '=', vendorId)
      await own
        .set({ state: 'sent', stateAt: sql`"at"`, attempts: 1 })
        .where('state', '=', 'queued')
        .execute()
      await own
        .set({ readAt: sql`"at"` })
        .where('channel', '=', 'app')
        .where('at', '<', lately)
        .execute()
    })
}

/** The two businesses with a year of history, in the order in which they are played. */
const businesses = [north, gulf]

const fullSize: Size = { days: 365, people: 240 }

/** The app without its clock, which the demo moves from a year ago to today. */
export type Parts = Omit<App, 'now'>

const seedOf = (today: string) => Number(today.replaceAll('-', ''))
const endOf = (today: string) => Temporal.PlainDate.from(today).toZonedDateTime('UTC').epochMilliseconds

/**
 * Plays the year of one business independently of the other: its random choices and ids depend only on the day and its index.
 * @param onProgress called after each day with the fraction played, 0 to 1
 */
export async function playBusiness(
  parts: Parts,
  index: number,
  today: string,
  size: Size,
  onProgress: (progress: number) => void,
): Promise<void> {
  const business = businesses[index]
  if (!business) throw new Error(`There is no business ${index}`)
  const random = seeded(seedOf(today) + index)
  const clock = {
    now: Temporal.PlainDateTime.from(`${addDays(today, -size.days)}T07:00`).toZonedDateTime(business.zone).epochMilliseconds,
  }
  const app: App = { ...parts, now: () => clock.now }
  await withIdsFrom(
    (bytes) => random.bytes(bytes),
    async () => {
      const office = await openOffice(app, clock, business, random, endOf(today))
      await playYear(office, clock, today, size, (days) => onProgress(days / size.days))
    },
  )
  // Discards this year's emails before the next year begins.
  await platform(parts.db, (trx) => trx.deleteFrom('outbox').execute())
}

/** Plays all years: concurrently, each on its own in-memory database, if the database can import their rows, otherwise in sequence. */
async function playAll(parts: Parts, today: string, size: Size, onProgress: (progress: number) => void, isApart: boolean): Promise<void> {
  const done = businesses.map(() => 0)
  const of = (index: number) => (progress: number) => {
    done[index] = progress
    onProgress(done.reduce((sum, one) => sum + one) / done.length)
  }
  if (isApart && parts.db.asOwner) {
    const empty = await parts.db.asOwner(databaseSnapshot)
    const bring = await Promise.all(businesses.map((_, index) => playApart(parts, index, today, size, empty, of(index))))
    for (const one of bring) await one()
  } else for (const index of businesses.keys()) await playBusiness(parts, index, today, size, of(index))
}

/**
 * Fills an empty database with two vendors and a year of their business, and one that has only registered.
 * The same day produces the same rows.
 * @param today YYYY-MM-DD; nothing is dated after its first moment
 * @param onProgress called after each day with the fraction done, 0 to 1
 * @param isApart whether the years are played concurrently, on a core each
 * @throws with a readable message if the database already has users
 */
export async function fillDemo(
  parts: Parts,
  today: string,
  size: Size = fullSize,
  onProgress: (progress: number) => void = () => {},
  isApart = false,
): Promise<void> {
  const { db } = parts
  const someone = await db.kysely.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) throw new Error('The demo fills an empty database only, and this one has users already')
  // A demo lost in a power cut is simply filled again: its thousands of commits need not wait for the disk.
  await db.asOwner?.((pglite) => pglite.exec('set synchronous_commit = off'))
  await playAll(parts, today, size, onProgress, isApart)
  const random = seeded(seedOf(today) + businesses.length)
  const end = endOf(today)
  const clock = { now: 0 }
  const app: App = { ...parts, now: () => clock.now }
  await withIdsFrom(
    (bytes) => random.bytes(bytes),
    async () => {
      await runShared(app, clock, gulf, north, today)
      clock.now = end - 7_200_000
      await runDays(app, dailyTasks)
      clock.now = end - 3_600_000
      await register(app, demoAccounts[2].email, 'AE', 'en', '192.0.2.7')
    },
  )
  // No one in the demo gets an email or has a valid link, and no limit counts remain.
  await platform(db, async (trx) => {
    await trx.deleteFrom('outbox').execute()
    await trx.deleteFrom('limits').execute()
    await trx.deleteFrom('quoteLinks').execute()
    await trx.deleteFrom('offerLinks').execute()
    await trx.deleteFrom('invitationLinks').execute()
    await trx.deleteFrom('sessions').execute()
    await trx.deleteFrom('knownBrowsers').execute()
  })
  await finishDeliveries(parts, end)
  await db.asOwner?.((pglite) => pglite.exec('set synchronous_commit = on; checkpoint'))
}
