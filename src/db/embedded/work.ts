import { readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './lock.ts'

const work = /^\.backup-work-(\d+)-/

/** Creates an empty folder in a data directory for the copy that a backup command reads. @param pid the command's */
export function newCopy(home: string, pid: number): Promise<string> {
  return mkdtemp(join(home, `.backup-work-${pid}-`))
}

/** Removes the copies whose commands have ended; one that still runs may be reading its copy, whatever starts meanwhile. */
export function removeDeadCopies(home: string): void {
  for (const name of readdirSync(home)) {
    const copy = work.exec(name)
    if (copy && !isAlive(Number(copy[1]))) rmSync(join(home, name), { recursive: true, force: true })
  }
}
