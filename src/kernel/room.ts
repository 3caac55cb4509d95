import { existsSync, statfsSync } from 'node:fs'
import type { Database } from '#db/open.ts'
import { isFull } from '#db/errors.ts'
import { describeError, type Log } from './log.ts'

/** What a process knows of the room on its disks: the data directory's, and the database's where that is another. */
export type Room = {
  /** Takes note of an error. @returns whether it means that no room was left, which is said once a minute, all in one line */
  hears: (error: unknown) => boolean
  /** Hears of a round of the database's upkeep that failed; says so once a minute. */
  upkeepFailed: (error: unknown) => void
  /**
   * Before a change, and before a round of work in the background: both wait while the embedded database's log
   * could find no room, since the engine ends the process then. A database server looks after its own disk.
   * @param isOwn whether it changes an account alone, as signing in does: that goes on for longer, but not until strangers have filled the disk
   * @throws ENOSPC
   */
  demand: (db: Database, isOwn?: boolean) => void
  /** Whether changes find room. Asks the disks only after one found none. */
  isLeft: (db: Database) => Promise<boolean>
  /** Looks how much is free, and warns once an hour where it is little. */
  look: () => void
}

/** Below this a start or a warning is due while there is still time, in bytes. */
const little = 1024 ** 3

/** What must be free for changes, in bytes: for the embedded database what its log grows to between two checkpoints and half as much again, else an image. */
const enough = { embedded: 96 * 1024 ** 2, server: 16 * 1024 ** 2 } as const
/** What must be free for what accounts change of themselves, in bytes: two segments of the embedded database's log. */
const enoughForOwn = 32 * 1024 ** 2

/** Free bytes for this user where a directory lies; Infinity while it is not there. */
function freeAt(directory: string): number {
  if (!existsSync(directory)) return Infinity
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Lets each message through once in a while. */
function seldom(everyMs: number): (message: string) => boolean {
  const said = new Map<string, number>()
  return (message) => {
    const now = performance.now()
    if (now - (said.get(message) ?? -Infinity) < everyMs) return false
    said.set(message, now)
    return true
  }
}

/** Watches over the room of a data directory. @param free gives the free bytes where a directory lies */
export function openRoom(dataDir: string, log: Log, free: (directory: string) => number = freeAt): Room {
  let isOut = false
  const eachMinute = seldom(60_000)
  const eachHour = seldom(3_600_000)
  const fail = (message: string, error: unknown) => {
    if (eachMinute(message)) log.error(message, describeError(error))
  }
  const hears = (error: unknown): boolean => {
    if (!isFull(error)) return false
    isOut = true
    fail('No room is left on the disk: changes are refused until there is', error)
    return true
  }
  return {
    hears,
    upkeepFailed(error) {
      if (!hears(error)) fail('The upkeep of the database failed and will run again', error)
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
        hears(error)
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
