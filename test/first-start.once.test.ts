import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { httpOwner } from './browser-session.ts'
import { newDataDir, startProduct } from './product.ts'

const [measured, killed] = [newDataDir(), newDataDir()]
afterAll(() => {
  measured.remove()
  killed.remove()
})

test('D5 a product killed five times while it makes and migrates its database starts the next time with a whole one', async () => {
  const begun = performance.now()
  const first = await startProduct({ DATA_DIR: measured.dataDir })
  const took = performance.now() - begun
  expect(first.url).not.toBeNull()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  let early = 0
  // Before the first share the process has only read its programs.
  for (const share of [0.4, 0.55, 0.7, 0.85, 0.95]) {
    const { url, ended, errors } = await startProduct({ DATA_DIR: killed.dataDir }, took * share)
    expect([await ended, errors()], `killed after ${share}`).toEqual(['SIGKILL', ''])
    if (url === null) early += 1
  }
  expect(early).toBeGreaterThanOrEqual(2)
  const { url, child, ended, errors } = await startProduct({ DATA_DIR: killed.dataDir })
  if (!url) throw new Error(errors())
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const owner = await httpOwner(url)
  expect((await owner.rpc('setup.countries')).body).toHaveProperty('length')
  expect((await owner.rpc('halls.create', { title: 'Main hall', size: 10, totalCandidates: 5 })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(killed.dataDir).toSorted()).toEqual(readdirSync(measured.dataDir).toSorted())
  console.log(`D5: a start takes ${Math.round(took)} ms; ${early} of 5 kills came before it was ready`)
})
