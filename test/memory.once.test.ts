import { afterAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#db/embedded/database.ts'
import { optionsWithin } from '#db/embedded/engine.ts'
import { fillDemo } from '../scripts/demo/fill.ts'
import { testApp } from './app.ts'
import { busySpell, within } from './little-memory.ts'
import { startedDataDir } from './database.ts'
import { startProduct } from './product.ts'
import { isNightly } from './rounds.ts'

const megabyte = 2 ** 20
const { dataDir, remove } = startedDataDir()
afterAll(remove)

test('R14 the product starts and works in 512 MB: two owners’ pages, reports, images and archives', async () => {
  const filled = await testApp({ DATA_DIR: dataDir }, await openEmbeddedDatabase(dataDir))
  await fillDemo(filled.app, new Date().toISOString().slice(0, 10), isNightly ? { days: 40, people: 40 } : { days: 12, people: 12 })
  await filled.close()
  const little = within(512 * megabyte)
  const product = await startProduct({ DATA_DIR: dataDir }, undefined, '.', little.command('src/main.ts'))
  const { pid = 0 } = product.child
  try {
    expect(product.url, product.errors()).not.toBeNull()
    const counts = await busySpell(product.url ?? '', isNightly ? 10_000 : 5000)
    const peak = little.peak(pid)
    console.log(
      `R14: at most ${Math.round(peak / megabyte)} of 512 MB in ${Object.values(counts).reduce((sum, count) => sum + count)} calls`,
    )
    expect(peak).toBeLessThan(512 * megabyte)
    expect(Object.keys(counts).filter((answered) => !answered.startsWith('20'))).toEqual([])
    expect(counts).toMatchObject({ '200 archive': 2, '200 /api/reports/chain': expect.any(Number), '201 image': expect.any(Number) })
  } finally {
    product.child.kill('SIGTERM')
    expect(await product.ended).toBe(0)
    little.remove()
  }
})

test('R14 a large machine has the engine made fast, a small one does without', () => {
  expect(optionsWithin(4096 * megabyte)).toEqual([])
  expect(optionsWithin(512 * megabyte)).not.toEqual([])
})
