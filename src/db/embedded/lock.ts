import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '#db/errors.ts'

/** A data directory is taken by another process, or a second time by this one. */
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

/** Whether a process of this machine has the pid, no matter who owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The holder's pid. It writes it just after it got the lock, so a number left by a killed one is looked at again. */
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

/** What this process holds. A lock that nothing refers to would be collected as garbage, which opens it. */
const locks = new Set<DatabaseSync>()

/**
 * Takes a data directory for this process alone: two on one directory would lose acknowledged
 * rows silently. The lock is the operating system's (through SQLite, which locks on every
 * platform), so it ends with the process, also after kill -9.
 * @returns gives the directory back; doing so twice is harmless
 * @throws {DirectoryInUse} naming the directory and the pid of its holder
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
