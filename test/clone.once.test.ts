import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { httpClient } from './browser-session.ts'
import { startProduct } from './product.ts'

const home = mkdtempSync(join(tmpdir(), 'touchline-clone-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a clone in a folder with a space, a percent sign and letters of any script serves its pages and its sentences', async () => {
  const clone = join(home, 'Back office 100% نادي é#1')
  mkdirSync(join(clone, 'dist', 'client', 'assets'), { recursive: true })
  cpSync('src', join(clone, 'src'), { recursive: true })
  cpSync('package.json', join(clone, 'package.json'))
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
  writeFileSync(join(clone, 'dist', 'client', 'login.en.html'), 'The page of this clone')
  writeFileSync(join(clone, 'dist', 'client', 'screens.en.json'), '{}')

  const { url, child, ended, errors } = await startProduct({}, undefined, clone)
  if (!url) throw new Error(errors())
  expect(await (await fetch(`${url}/login`)).text()).toBe('The page of this clone')
  const refused = await httpClient(url).rpc('accounts.sendOtp', { email: 'nobody' })
  expect(refused.body.data).toMatchObject({ issues: [{ message: 'Invalid email' }] })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})
