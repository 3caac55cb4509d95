import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the folders with businesses' data private to their owner, including those that an older version or a
 * restore left open. Windows has no such modes.
 * @returns whether others may read the data directory itself, which is for its operator to close
 */
export function closeToOthers(dataDir: string): boolean {
  if (process.platform === 'win32' || !existsSync(dataDir)) return false
  for (const name of ['database', 'media', 'archives']) {
    const folder = join(dataDir, name)
    // Another process's user may own a folder that several processes share.
    if (existsSync(folder) && statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700)
  }
  return (statSync(dataDir).mode & 0o077) !== 0
}
