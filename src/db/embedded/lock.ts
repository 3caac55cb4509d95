import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A held lock; `release` gives the directory free. */
export type Lock = { release: () => void }

/**
 * Takes a data directory for this process alone. The lock is the operating system's, held by
 * an open SQLite transaction, so a killed process leaves none behind.
 * @throws naming the directory and the process that holds it
 */
export function lockDirectory(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true })
  const holderFile = join(dataDir, 'database.pid')
  const lock = new DatabaseSync(join(dataDir, 'database.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    let holder = 'another process'
    try {
      holder = `process ${readFileSync(holderFile, 'utf8').trim()}`
    } catch {
      // The holder has not written its number yet; the refusal stays.
    }
    throw new Error(`The data directory ${dataDir} is in use by ${holder}. Stop it first, or start with another DATA_DIR.`)
  }
  writeFileSync(holderFile, String(process.pid))
  return {
    release() {
      rmSync(holderFile, { force: true })
      lock.exec('rollback')
      lock.close()
    },
  }
}
