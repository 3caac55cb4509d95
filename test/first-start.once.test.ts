import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { httpOwner } from './browser-session.ts'
import { newDataDir, startProduct } from './product.ts'
import { isNightly } from './rounds.ts'

const { dataDir, remove } = newDataDir()
afterAll(remove)

/** True once the given number of milliseconds has passed since a file of the data directory first appeared. */
function after(file: string, ms: number): () => boolean {
  let seen = Infinity
  return () => {
    if (seen === Infinity && existsSync(join(dataDir, file))) seen = performance.now()
    return performance.now() - seen >= ms
  }
}

test('D5 a product killed again and again while it makes and migrates its database starts at last with a whole one', async () => {
  const moments: [file: string, ms: number][] = [
    ['database.init', 0],
    ['database.init/PG_VERSION', 0],
    ['database.init/global/pg_control', 100],
    ['database', 0],
    // From here on the database exists: these fall into its opening and its migrations, or after them on a fast machine.
    ['database/PG_VERSION', 400],
    ['database/PG_VERSION', 700],
    ['database/PG_VERSION', 1000],
  ]
  // By day every third: while it is created, once it exists, and during its migrations.
  for (const [file, ms] of moments.filter((_, index) => isNightly || index % 3 === 0)) {
    const { url, ended, errors } = await startProduct({ DATA_DIR: dataDir }, after(file, ms))
    expect([await ended, errors()], `${file} ${ms}`).toEqual(['SIGKILL', ''])
    if (ms < 400) expect(url, file).toBeNull()
  }
  const { url, child, ended, errors } = await startProduct({ DATA_DIR: dataDir })
  if (!url) throw new Error(errors())
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const owner = await httpOwner(url)
  expect((await owner.rpc('halls.create', { title: 'Main hall', size: 10, totalCandidates: 5 })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(dataDir).filter((name) => /init|\.part|\.backup-work/.test(name))).toEqual([])
})
