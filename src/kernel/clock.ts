import { sql } from 'kysely'
import { lone } from '#db/tenant.ts'
import type { App } from './app.ts'
import { newId } from './ids.ts'

/** How far clocks may differ, in milliseconds: none that is kept by the network does. */
const tolerance = 10 * 60_000

/** After how long a pause the clock might rather be wrong, in milliseconds: longer than a weekend's maintenance. */
const longPause = 3 * 86_400_000

/** How long a clock that jumped is watched before it is believed, in milliseconds: by then the network has set it, or somebody has read the log. */
const patience = 3_600_000

/** The instant of the last dated work in milliseconds; null before the first. */
async function lastWork({ db }: App): Promise<number | null> {
  const row = await lone(db, (kysely) => kysely.selectFrom('clock').select('seenAt').where('id', '=', 1).executeTakeFirst())
  return row ? Date.parse(row.seenAt) : null
}

/** The instant of the database's machine in milliseconds; null for the embedded database, which has this process's clock. */
async function databaseClock({ db }: App): Promise<number | null> {
  if (db.engine === 'embedded') return null
  const { rows } = await lone(db, (kysely) => sql<{ at: string }>`select clock_timestamp() as "at"`.execute(kysely))
  return Date.parse(String(rows[0]?.at))
}

/** Says the doubt as an alarm: in the log, and where the operator's command finds it. */
async function raise({ db, log }: App, now: number, reason: string): Promise<void> {
  const kind = 'clock-jumped'
  const row = { id: newId(now), kind, detail: reason, at: new Date(now).toISOString() }
  await lone(db, (kysely) => kysely.insertInto('alarms').values(row).execute())
  log.error('Alarm: the clock of this machine is doubted, and what is due by date waits', { alarm: kind, reason })
}

/** Why a clock is doubted at an instant, if it is. */
function doubtOf(now: number, last: number | null, database: number | null): 'database' | 'back' | 'ahead' | null {
  if (database !== null && Math.abs(now - database) > tolerance) return 'database'
  if (last === null) return null
  if (last - now > tolerance) return 'back'
  return now - last > longPause ? 'ahead' : null
}

/**
 * Watches this machine's clock (decision 19). Dated work, which nothing takes back, waits while the clock
 * differs from the database's, and for an hour after it jumped or after a pause of days.
 * @param elapsed milliseconds by a clock that no one sets
 * @param witness the instant by another machine's clock in milliseconds, null without one
 * @returns whether the clock may be believed now; says so once when it may not
 */
export function watchClock(
  app: App,
  elapsed: () => number = () => performance.now(),
  witness: (app: App) => Promise<number | null> = databaseClock,
): () => Promise<boolean> {
  /** Since when it is doubted, how far it then was from the clock that no one sets, and why. */
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
