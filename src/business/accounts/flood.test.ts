import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestApp } from '../../../test/app.ts'
import { watchHashes } from '../../../test/hashes.ts'
import { passwordMatches } from './password.server.ts'
import { outcome, attemptSignIn, v4, wrongPassword } from './sign-in.sample.ts'

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

test('A4 300 sign-ins at once: each is checked or told to come later, few hash at once, and /livez answers meanwhile', async () => {
  const hashes = watchHashes()
  const work = Promise.all(Array.from({ length: 300 }, (_, index) => attemptSignIn(app.url, index, v4(index))))
  let isDone = false
  void work.then(() => (isDone = true))
  const waits: number[] = []
  while (!isDone) {
    const start = performance.now()
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
    waits.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const answers = await work
  hashes.stop()
  const later = answers.filter(({ status }) => status === 503 || status === 429)
  expect(later.length).toBeGreaterThan(0)
  for (const { headers } of later) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === wrongPassword)).toHaveLength(300 - later.length)
  expect(hashes.total()).toBe(300 - later.length)
  expect(hashes.most()).toBeGreaterThan(0)
  expect(hashes.most()).toBeLessThanOrEqual(2 * availableParallelism())
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0).toBeLessThan(250)
})

test('A4 of 300 hashes asked for in one moment one a core runs, 50 wait, and the rest are refused', async () => {
  const hashes = watchHashes()
  const answers = await Promise.all(Array.from({ length: 300 }, () => outcome(passwordMatches('wrong-password', null))))
  hashes.stop()
  const cores = availableParallelism()
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(cores + 50)
  expect(answers.filter((answer) => answer === 'server/busy')).toHaveLength(250 - cores)
  expect(hashes.most()).toBe(cores)
  expect(await outcome(passwordMatches('wrong-password', null))).toBe('accepted')
})

test('A4 a browser that the account knows waits for no stranger: 300 of them hash, 50 wait, and it is answered before those', async () => {
  const owner = await app.owner()
  const order: string[] = []
  const strangers = Array.from({ length: 300 }, () => outcome(passwordMatches('wrong-password', null)).then((answer) => order.push(answer)))
  const known = outcome(owner.calls.accounts.signIn({ email: owner.email, password: owner.password })).then((answer) =>
    order.push(`known ${answer}`),
  )
  await Promise.all([known, ...strangers])
  expect(order).toContain('known accepted')
  expect(order.filter((answer) => answer === 'accepted')).toHaveLength(availableParallelism() + 50)
  const before = order.slice(0, order.indexOf('known accepted')).filter((answer) => answer === 'accepted').length
  expect(before).toBeLessThan(availableParallelism() + 50)
})
