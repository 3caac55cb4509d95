import { Temporal } from 'temporal-polyfill'
import type { Database } from '#db/open.ts'
import type { CallRates } from './buckets.ts'
import type { Config } from './config.ts'
import type { FileStore } from './files.ts'
import type { Log } from './log.ts'
import type { Modules } from './modules.ts'
import type { Room } from './room.ts'
import type { Secrets } from './secrets.ts'
import type { Watch } from './watch.ts'

/** What the whole process shares; tests give their own clock, mail and files. */
export type App = {
  config: Config
  db: Database
  /** The server's clock, milliseconds since the epoch; sessions, codes and trials are checked by it alone. */
  now: () => number
  secrets: Secrets
  files: FileStore
  log: Log
  /** Whether changes find room on the disks. */
  room: Room
  /** Tells the job runner that work was queued; polling finds it anyway. */
  wake: () => void
  /** Who watches boards in this process. */
  watch: Watch
  /** How fast sessions and businesses may call this process; null where nothing is counted. */
  callRates: CallRates | null
  /** What the rooms give to the kernel. */
  modules: Modules
}

/** The server's present instant as ISO 8601 UTC. */
export function instant(app: Pick<App, 'now'>, plus = 0): string {
  return new Date(app.now() + plus).toISOString()
}

/** The present day in a zone, YYYY-MM-DD. */
export function dayIn(app: Pick<App, 'now'>, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(app.now()).toZonedDateTimeISO(zone).toPlainDate().toString()
}
