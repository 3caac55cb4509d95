import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '#db/errors.ts'

/** A data directory is in use by another process, or is locked a second time by this one. */
export class DirectoryInUse extends Error {
  readonly pid: number | null

  constructor(dataDir: string, pid: number | null) {
    super(
      `The data directory ${dataDir} is in use by ${pid === null ? 'another process' : `process ${pid}`}. Stop it first, or start with another DATA_DIR.`,
    )
    this.name = 'DirectoryInUse'
    this.pid = pid
  }
}

/** Whether a process with this pid runs on this machine, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The pid of the process that has the lock. It is written just after locking, so a dead process's pid is read again. */
function holder(pidFile: string): number | null {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  let pid: number | null = null
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      pid = Number(readFileSync(pidFile, 'utf8')) || null
    } catch {
      pid = null
    }
    if (pid !== null && isAlive(pid)) break
    Atomics.wait(cell, 0, 0, 10)
  }
  return pid
}

/** The locks of this process. An unreferenced lock would be garbage-collected, which releases it. */
const locks = new Set<DatabaseSync>()

/**
 * Locks a data directory for this process: two processes on one directory would silently lose acknowledged
 * rows. The lock is the operating system's (through SQLite, which locks on every platform), so it ends with
 * the process, even after kill -9.
 * @returns a function that unlocks the directory; calling it twice is harmless
 * @throws {DirectoryInUse} naming the directory and the pid of the process that locked it
 */
export function lockDirectory(dataDir: string): () => void {
  const pidFile = join(dataDir, 'database.pid')
  const lock = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    const sqliteBusy = 5
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error
    throw new DirectoryInUse(dataDir, holder(pidFile))
  }
  locks.add(lock)
  const temporary = `${pidFile}.${process.pid}`
  writeFileSync(temporary, String(process.pid))
  renameSync(temporary, pidFile)
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    rmSync(pidFile, { force: true })
    locks.delete(lock)
    lock.close()
  }
}
