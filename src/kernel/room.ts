import { existsSync, statfsSync } from 'node:fs'
import type { Database } from '#db/open.ts'
import { isFull } from '#db/errors.ts'
import { describeError, type Log } from './log.ts'

/** What a process knows about its disk space: on the data directory's disk, and on the database's where that differs. */
export type Room = {
  /** Records an error. @returns whether it means that the disk is full, which is logged once a minute, in one line */
  noteError: (error: unknown) => boolean
  /** Receives the error of a failed round of the database's upkeep; logs it once a minute. */
  upkeepFailed: (error: unknown) => void
  /**
   * Called before a change, and before a round of background work: both wait while the embedded database's log might
   * run out of space, since the engine ends the process then. A database server monitors its own disk.
   * @param isOwn whether it changes only an account, like signing in: allowed for longer, but not until strangers have filled the disk
   * @throws ENOSPC
   */
  demand: (db: Database, isOwn?: boolean) => void
  /** Whether there is space for changes. Checks the disks only after a change found none. */
  isLeft: (db: Database) => Promise<boolean>
  /** Checks the free space, and warns once an hour when it is low. */
  look: () => void
}

/** Below this many bytes, a warning is due at startup and later, while there is still time. */
const little = 1024 ** 3

/** Free bytes required for changes: 1.5 times the embedded database's log between two checkpoints, else an image. */
const enough = { embedded: 96 * 1024 ** 2, server: 16 * 1024 ** 2 } as const
/** Free bytes required for accounts' changes to themselves: two segments of the embedded database's log. */
const enoughForOwn = 32 * 1024 ** 2

/** Free bytes for this user on a directory's disk; Infinity while the directory does not exist. */
function freeAt(directory: string): number {
  if (!existsSync(directory)) return Infinity
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Lets each message through at most once per interval. */
function seldom(everyMs: number): (message: string) => boolean {
  const said = new Map<string, number>()
  return (message) => {
    const now = performance.now()
    if (now - (said.get(message) ?? -Infinity) < everyMs) return false
    said.set(message, now)
    return true
  }
}

/** Monitors the free space of a data directory. @param free returns the free bytes on a directory's disk */
export function openRoom(dataDir: string, log: Log, free: (directory: string) => number = freeAt): Room {
  let isOut = false
  const eachMinute = seldom(60_000)
  const eachHour = seldom(3_600_000)
  const fail = (message: string, error: unknown) => {
    if (eachMinute(message)) log.error(message, describeError(error))
  }
  const noteError = (error: unknown): boolean => {
    if (!isFull(error)) return false
    isOut = true
    fail('No room is left on the disk: changes are refused until there is', error)
    return true
  }
  return {
    noteError,
    upkeepFailed(error) {
      if (!noteError(error)) fail('The upkeep of the database failed and will run again', error)
    },
    demand({ engine }, isOwn = false) {
      if (engine === 'embedded' && free(dataDir) < (isOwn ? enoughForOwn : enough.embedded))
        throw Object.assign(new Error('Less room is left than the log of the database may need'), { code: 'ENOSPC' })
    },
    async isLeft(db) {
      if (!isOut) return true
      if (free(dataDir) < enough[db.engine]) return false
      try {
        await db.spill()
      } catch (error) {
        noteError(error)
        return false
      }
      isOut = false
      log.info('There is room on the disk again')
      return true
    },
    look() {
      const bytes = free(dataDir)
      if (bytes < little && eachHour('little'))
        log.warn('Little room is left on the disk of DATA_DIR', { freeMb: Math.round(bytes / 1024 ** 2) })
    },
  }
}
