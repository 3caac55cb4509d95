import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'touchline-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const file = () => join(dataDir, 'secret.key')

test('the first start writes a key for its owner alone, the next ones open what it sealed', () => {
  const sealed = openSecrets(undefined, join(dataDir, 'new')).seal('a code')
  const path = join(dataDir, 'new', 'secret.key')
  expect(readFileSync(path, 'utf8')).toHaveLength(64)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(dataDir, 'new'))).toEqual(['secret.key'])
  expect(openSecrets(undefined, join(dataDir, 'new')).open(sealed)).toBe('a code')
})

test.each(['', '\n', 'x'.repeat(31)])('a key file that holds no whole key is refused and kept: %j', (content) => {
  writeFileSync(file(), content)
  expect(() => openSecrets(undefined, dataDir)).toThrow(`${file()} is no whole key`)
  expect(readFileSync(file(), 'utf8')).toBe(content)
  openSecrets('s'.repeat(32), dataDir)
})

test('a key file that cannot be read is not taken for a missing one', () => {
  writeFileSync(join(dataDir, 'no-directory'), '')
  expect(() => openSecrets(undefined, join(dataDir, 'no-directory'))).toThrow('ENOTDIR')
})

/** Opens the secrets in a separate process and returns a hash that it computes with them. */
function aside(): Promise<string> {
  const source = `import { openSecrets } from '#kernel/secrets.ts'; process.stdout.write(openSecrets(undefined, ${JSON.stringify(dataDir)}).hmac('a', 'b').toString('hex'))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((done) => child.once('close', () => done(said)))
}

test('of eight first starts at once all have the same key, and no one ever sees a part of it', async () => {
  let running = true
  const lengths = new Set<number>()
  const look = (async () => {
    while (running) {
      try {
        lengths.add(readFileSync(file()).length)
      } catch {
        lengths.add(-1)
      }
      await wait(0)
    }
  })()
  const hashes = await Promise.all(Array.from({ length: 8 }, aside))
  running = false
  await look
  expect(new Set(hashes)).toEqual(new Set([openSecrets(undefined, dataDir).hmac('a', 'b').toString('hex')]))
  expect([...lengths].toSorted((a, b) => a - b)).toEqual([-1, 64])
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
})
