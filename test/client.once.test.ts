import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, testServer, type TestApp } from './app.ts'
import { httpOwner } from './browser-session.ts'
import { png } from './filled.ts'

/** The example in docs/api.md must type-check against a client that is generated from the API's document (X2). */

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../.cache/client')
const packages = join(import.meta.dirname, '../node_modules')
const [, program = ''] = /```ts\n([^]*?)```/.exec(readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8')) ?? []

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'pitch.png'), await png(400, 400))
  const options = { extends: '../../tsconfig.base.json', compilerOptions: { types: ['node'], lib: ['esnext', 'dom'] }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const cli = join(packages, 'oazapfts/dist/cli.js')
  await run(process.execPath, [cli, `${app.url}/api/openapi.json`, 'touchline.ts'], { cwd: folder })
})
afterAll(() => app.close())

/** The type checker's output for a program next to the client; empty if there are no errors. */
async function checked(text: string): Promise<string> {
  writeFileSync(join(folder, 'program.ts'), text)
  const tsc = join(packages, 'typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error)
  return stdout
}

test('X2: the documented program passes the type checker without a cast, and a slip in it does not', async () => {
  expect(program).toContain('customersUpdate')
  expect(program).not.toMatch(/\bas (?!touchline)|\bany\b|<[A-Z]\w*>|!\.|@ts-/)
  const slips = program.replace('code: stale.data.code', 'code: stale.data.reason').replace("firstName: 'Amal'", 'firstName: 7')
  const found = await checked(slips.replace('stale.status !== 409', 'stale.status !== 418'))
  expect(found.match(/TS\d+/g)).toEqual(['TS2322', 'TS2367', 'TS2339', 'TS2339'])
  expect(await checked(program)).toBe('')
})

test('X2: it signs in, creates, pages, uploads an image, meets a stale 409 and reads its code', async () => {
  const owner = await httpOwner(app.url)
  for (const firstName of ['Basma', 'Dina', 'Celine', 'Elif']) await owner.rpc('customers.create', { firstName, phone: '+971507654321' })
  writeFileSync(join(folder, 'program.ts'), program)
  const env = { ...process.env, TOUCHLINE_URL: app.url, EMAIL: owner.email, PASSWORD: goodPassword }
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual({
    names: ['Amal', 'Basma', 'Celine', 'Dina', 'Elif'],
    image: expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/),
    code: 'request/stale',
    version: 2,
  })
})
