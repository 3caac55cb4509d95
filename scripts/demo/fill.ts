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

/** What signs in after the demo was filled in, and what it finds. */
export const demoAccounts = [
  { email: north.email, about: 'an academy in London, in English' },
  { email: gulf.email, about: 'an academy in Kuwait, in Arabic' },
  { email: 'owner@new.example', about: 'just registered, with nothing in it' },
] as const

/** Who signs in beside the owners, with the same password. */
export const demoTeam = [...north.team, ...gulf.team].map(({ email, role }) => ({ email, about: englishText(`lib.roles.${role}`) }))

/** How long the demo's owners have not looked at their notifications. */
const unreadMs = 3 * 86_400_000

/** The mails of the year have left, and notifications from before the last days were read at once. */
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

/** The two businesses with a year behind them, in the order in which they are played. */
const businesses = [north, gulf]

const fullSize: Size = { days: 365, people: 240 }

/** The app without its clock, which the demo moves from a year ago to today. */
export type Parts = Omit<App, 'now'>

const seedOf = (today: string) => Number(today.replaceAll('-', ''))
const endOf = (today: string) => Temporal.PlainDate.from(today).toZonedDateTime('UTC').epochMilliseconds

/**
 * Plays the year of one business, which needs nothing of the other: its chance and its ids follow from the day and its number alone.
 * @param onProgress called after each day with how much is played, 0 to 1
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
  // The next year begins before this one's mails.
  await platform(parts.db, (trx) => trx.deleteFrom('outbox').execute())
}

/** Plays all years: beside each other, each on a database in memory, where the database can take their rows, else one after the other. */
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
 * Fills an empty database with two vendors and a year of their business, and one that has only
 * registered. The same day gives the same rows.
 * @param today YYYY-MM-DD; nothing is dated after its first moment
 * @param onProgress called after each day with how much is done, 0 to 1
 * @param isApart whether the years are played beside each other, on a core each
 * @throws in a sentence when the database has users already
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
  // What a power cut takes of a demo is filled in again: its thousands of commits need not wait for the disk each.
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
  // No one of the demo gets a mail or holds a link, and no count of tries is left.
  await platform(db, async (trx) => {
    await trx.deleteFrom('outbox').execute()
    await trx.deleteFrom('limits').execute()
    await trx.deleteFrom('quoteLinks').execute()
    await trx.deleteFrom('invitationLinks').execute()
    await trx.deleteFrom('sessions').execute()
    await trx.deleteFrom('knownBrowsers').execute()
  })
  await finishDeliveries(parts, end)
  await db.asOwner?.((pglite) => pglite.exec('set synchronous_commit = on; checkpoint'))
}
