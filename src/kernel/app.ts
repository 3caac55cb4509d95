import { Temporal } from 'temporal-polyfill'
import type { Database } from '#db/open.ts'
import type { ArchiveStore } from './archive-store.ts'
import type { CallRates } from './buckets.ts'
import type { Config } from './config.ts'
import type { FileStore } from './files.ts'
import type { Log } from './log.ts'
import type { Modules } from './modules.ts'
import type { Room } from './room.ts'
import type { Secrets } from './secrets.ts'
import type { Watch } from './watch.ts'

/** What the whole process shares; tests provide their own clock, mail and files. */
export type App = {
  config: Config
  db: Database
  /** The server's clock, milliseconds since the epoch; sessions, codes and trials are checked by no other. */
  now: () => number
  secrets: Secrets
  files: FileStore
  archives: ArchiveStore
  log: Log
  /** Whether there is disk space for changes. */
  room: Room
  /** Notifies the job runner that work was queued; polling finds it anyway. */
  wake: () => void
  /** The readers of boards in this process. */
  watch: Watch
  /** Rate limits of sessions' and businesses' calls in this process; null where calls are not counted. */
  callRates: CallRates | null
  /** What the rooms provide to the kernel. */
  modules: Modules
}

/** The server's current instant as ISO 8601 UTC. */
export function instant(app: Pick<App, 'now'>, plus = 0): string {
  return new Date(app.now() + plus).toISOString()
}

/** The current day in a zone, YYYY-MM-DD. */
export function dayIn(app: Pick<App, 'now'>, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(app.now()).toZonedDateTimeISO(zone).toPlainDate().toString()
}
