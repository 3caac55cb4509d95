import { chmodSync, globSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataDir, startProduct } from './product.ts'

const mode = (path: string) => statSync(path).mode & 0o777

test('S7 in a DATA_DIR that was open to others, nothing that the product writes is', async () => {
  const { dataDir, remove } = newDataDir()
  chmodSync(dataDir, 0o755)
  // As an older version left it.
  mkdirSync(join(dataDir, 'media'), { mode: 0o755 })
  const { url, child, ended, errors, output } = await startProduct({ DATA_DIR: dataDir })
  expect(url, errors()).not.toBeNull()
  try {
    const files = globSync('**/*', { cwd: dataDir })
    expect(files.length).toBeGreaterThan(900)
    // Anything below a closed folder is inaccessible: the engine sets its own file modes.
    const reachable = files.filter((name) => !/^(?:database|media)\//.test(name))
    expect(reachable.filter((name) => (mode(join(dataDir, name)) & 0o077) !== 0)).toEqual([])
    expect([mode(join(dataDir, 'database')), mode(join(dataDir, 'media'))]).toEqual([0o700, 0o700])
    expect(output()).toContain('DATA_DIR is open to other users')
    expect(output()).toContain('SMTP_URL is not set')
  } finally {
    child.kill('SIGTERM')
    await ended
    remove()
  }
})
