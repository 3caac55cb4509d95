import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { trialDays } from '#lib/plans.ts'
import { midnightAfter, zoneOf } from '#business/setup/zone.server.ts'
import { dayIn, instant, type App } from '#kernel/app.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { claim, queueOf } from '#kernel/lease.ts'
import { describeError } from '#kernel/log.ts'
import { letRequestsIn } from '#kernel/turns.ts'

/** A vendor's day in progress. */
export type Day = {
  /** Runs a part of the work as the system actor, in one transaction of the vendor. */
  run: <Output>(part: (ctx: TenantContext) => Promise<Output>) => Promise<Output>
  /** The last day that was completed, null before the first: everything since is due as well. */
  doneThrough: string | null
  /** Whether the process is stopping: a task of many parts then stops between two of them. */
  isOver: () => boolean
}

/** A task that is due each day for each vendor. It must be idempotent and catch up on missed days. */
export type DailyTask = (day: Day) => Promise<void>

/** How long a day is leased; after a crash another process finishes it then. */
const leaseMs = 10 * 60_000

/** How long a failed day waits before the next try, in milliseconds: a minute, then doubling up to an hour. */
const backoff = (tries: number) => Math.min(2 ** tries, 60) * 60_000

/**
 * Vendors whose day may be due, the longest-waiting first. Vendors whose trial has expired without a plan are left
 * out until they have one, since they may not write (product 2.1).
 */
const days = (app: App) =>
  queueOf('vendorPlans', {
    key: ['vendorId'],
    reads: ['dailyFor'],
    isDue: (now) => sql`"dailyAt" <= ${now} and
      ("plan" is not null or "trialStartedAt" is null or "trialStartedAt" > ${instant(app, -trialDays * 86_400_000)})`,
    order: sql`"dailyAt"`,
    due: 'dailyAt',
    lease: 'dailyAt',
    leaseMs,
    tries: 'dailyTries',
  })

/** Runs all tasks, even after one that failed. @throws the first one's error */
async function doAll(tasks: readonly DailyTask[], day: Day): Promise<void> {
  const errors: unknown[] = []
  for (const work of tasks) {
    if (day.isOver()) return
    await work(day).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Runs the day of one vendor that is due: the tasks run in order, and the day counts as done only after all of them.
 * A failed day is retried and delays no other vendor.
 * @param isOver whether the process is stopping; what is left is released
 * @returns false when no vendor was due
 */
export async function runDay(app: App, tasks: readonly DailyTask[], isOver: () => boolean = () => false): Promise<boolean> {
  const taken = await claim(app, days(app))
  if (!taken) return false
  const { vendorId, dailyFor: doneThrough } = taken.row
  try {
    const zone = await tenant(app.db, vendorId, (trx) => zoneOf(trx, vendorId))
    const today = dayIn(app, zone)
    const run: Day['run'] = async (part) => {
      await letRequestsIn()
      return runAs(app, 'system', vendorId, part, { zone })
    }
    if (doneThrough === null || doneThrough < today) await doAll(tasks, { run, doneThrough, isOver })
    await (isOver() ? taken.release() : taken.retryLater(midnightAfter(today, zone), { dailyFor: today, dailyTries: 0 }))
  } catch (error) {
    if (!app.room.noteError(error))
      app.log.error('The day of a vendor failed and will be done again', { job: 'daily', attempts: taken.tries, ...describeError(error) })
    await taken.retryLater(instant(app, backoff(taken.tries - 1)))
  }
  return true
}

/** Runs the day of every vendor that is due. @param isOver stops it between two parts of the work */
export async function runDays(app: App, tasks: readonly DailyTask[], isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await runDay(app, tasks, isOver)));
}
