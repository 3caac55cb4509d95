import { globSync, readFileSync } from 'node:fs'
import { expect, test } from './product.ts'

test('the kit is in no build, and the product answers its address with nothing', async ({ product, request }) => {
  const built = globSync('dist/{client,server}/**/*.{js,css,html}')
  expect(built.length).toBeGreaterThan(20)
  const has = (mark: string) => built.filter((file) => readFileSync(file, 'utf8').includes(mark))
  // The search finds what every build has, and nothing that only the kit has.
  expect(has('data-toasts').length).toBeGreaterThan(0)
  expect(has('data-sample')).toEqual([])
  const answer = await request.get(`${product.url}/dev/kit`)
  expect(answer.status()).toBe(404)
})
