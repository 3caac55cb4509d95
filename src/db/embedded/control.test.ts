import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { askControl, serveControl } from './control.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-control-'))
const deep = join(home, 'a-directory-with-a-long-name'.repeat(6))
mkdirSync(deep)
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each([home, deep])('a command is answered by the process of its directory: %s', async (dataDir) => {
  const stop = await serveControl(dataDir, {
    double: () => Promise.resolve({ twice: [2, 'ثاني'] }),
    fail: () => Promise.reject(new Error('Not now')),
  })
  expect(await askControl(dataDir, 'double')).toEqual({ twice: [2, 'ثاني'] })
  await expect(askControl(dataDir, 'fail')).rejects.toThrow('Not now')
  await expect(askControl(dataDir, 'constructor')).rejects.toThrow('does not know "constructor"')
  await stop()
  await expect(askControl(dataDir, 'double')).rejects.toThrow('does not answer')
})

test('only the user of the process and root may ask', async () => {
  const stop = await serveControl(home, {})
  expect(statSync(join(home, 'control.sock')).mode & 0o777).toBe(0o600)
  await stop()
})
