import { sql } from 'kysely'
import { lone } from '#db/tenant.ts'
import type { App } from './app.ts'
import { newId } from './ids.ts'

/** How far clocks may differ, in milliseconds: network-synchronised clocks never differ this much. */
const tolerance = 10 * 60_000

/** The pause after which the clock is more likely wrong, in milliseconds: longer than a weekend's maintenance. */
const longPause = 3 * 86_400_000

/** How long a jumped clock is distrusted, in milliseconds: enough for the network to set it, or for someone to read the log. */
const patience = 3_600_000

/** The instant of the last dated work in milliseconds; null before the first. */
async function lastWork({ db }: App): Promise<number | null> {
  const row = await lone(db, (kysely) => kysely.selectFrom('clock').select('seenAt').where('id', '=', 1).executeTakeFirst())
  return row ? Date.parse(row.seenAt) : null
}

/** The current time of the database's machine in milliseconds; null for the embedded database, which has this process's clock. */
async function databaseClock({ db }: App): Promise<number | null> {
  if (db.engine === 'embedded') return null
  const { rows } = await lone(db, (kysely) => sql<{ at: string }>`select clock_timestamp() as "at"`.execute(kysely))
  return Date.parse(String(rows[0]?.at))
}

/** Raises an alarm about the clock: in the log, and where the operator's command finds it. */
async function raise({ db, log }: App, now: number, reason: string): Promise<void> {
  const kind = 'clock-jumped'
  const row = { id: newId(now), kind, detail: reason, at: new Date(now).toISOString() }
  await lone(db, (kysely) => kysely.insertInto('alarms').values(row).execute())
  log.error('Alarm: the clock of this machine is doubted, and what is due by date waits', { alarm: kind, reason })
}

/** The reason to distrust the clock at an instant, or null. */
function doubtOf(now: number, last: number | null, database: number | null): 'database' | 'back' | 'ahead' | null {
  if (database !== null && Math.abs(now - database) > tolerance) return 'database'
  if (last === null) return null
  if (last - now > tolerance) return 'back'
  return now - last > longPause ? 'ahead' : null
}

/**
 * Watches this machine's clock (decision 19). Dated work can't be undone, so it waits while the clock differs
 * from the database's, and for an hour after it jumped or after a pause of days.
 * @param elapsed milliseconds by a monotonic clock
 * @param witness the current time of another machine's clock in milliseconds, null without one
 * @returns a function that checks whether the clock can be trusted now; it reports once when it can't
 */
export function watchClock(
  app: App,
  elapsed: () => number = () => performance.now(),
  witness: (app: App) => Promise<number | null> = databaseClock,
): () => Promise<boolean> {
  /** Since when the clock is distrusted, its offset from the monotonic clock at that time, and why. */
  let doubted: { since: number; offset: number; reason: string } | null = null
  return async () => {
    const [last, database] = [await lastWork(app), await witness(app)]
    const [now, at] = [app.now(), elapsed()]
    const reason = doubtOf(now, last, database)
    if (reason) {
      const isSame = doubted?.reason === reason && Math.abs(now - at - doubted.offset) < tolerance
      if (!doubted || !isSame) {
        await raise(app, now, reason)
        doubted = { since: at, offset: now - at, reason }
      }
      if (reason === 'database' || at - doubted.since < patience) return false
    }
    if (doubted) app.log.info('The clock of this machine is believed again: what is due by date goes on')
    doubted = null
    const seenAt = new Date(now).toISOString()
    await lone(app.db, (kysely) =>
      kysely
        .insertInto('clock')
        .values({ id: 1, seenAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt }))
        .execute(),
    )
    return true
  }
}
