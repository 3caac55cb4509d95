import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'
import { sessionsMost } from './sign-in-session.rules.ts'
import { outcome } from './sign-in.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const isOpen = async (browser: Caller) => (await outcome(browser.calls.accounts.session())) === 'accepted'

test('of one member twenty sessions are open; each further sign-in ends the oldest, and no one else’s', async () => {
  const [owner, other] = [await app.owner(), await app.owner()]
  const browsers: Caller[] = [owner]
  const signIn = async () => {
    app.clock.advance(1000)
    const browser = app.browser()
    browsers.push(browser)
    await browser.calls.accounts.signIn({ email: owner.email, password: owner.password })
  }
  while (browsers.length < 23) await signIn()
  const open = await Promise.all(browsers.map(isOpen))
  expect(open).toEqual([...Array<boolean>(3).fill(false), ...Array<boolean>(sessionsMost).fill(true)])
  expect(await browsers.at(-1)?.calls.accounts.sessions()).toHaveLength(sessionsMost)
  expect(await isOpen(other)).toBe(true)
  // Signing in again in the same browser takes no other session's place.
  await browsers.at(-1)?.calls.accounts.signIn({ email: owner.email, password: owner.password })
  expect((await Promise.all(browsers.map(isOpen))).filter(Boolean)).toHaveLength(sessionsMost)
})

test('thirty sign-ins of one member, ten at once, leave twenty sessions', async () => {
  const owner = await app.owner()
  const browsers = Array.from({ length: 30 }, () => app.browser())
  // As many at once as attempts may be in progress.
  for (const some of [browsers.slice(0, 10), browsers.slice(10, 20), browsers.slice(20)])
    await Promise.all(some.map((browser) => browser.calls.accounts.signIn({ email: owner.email, password: owner.password })))
  expect((await Promise.all([owner, ...browsers].map(isOpen))).filter(Boolean)).toHaveLength(sessionsMost)
})

test('calls that arrive at once act each as its own member, and without a live session as nobody', async () => {
  const owners = [await app.owner(), await app.owner(), await app.owner()]
  const left = await app.owner()
  await left.calls.accounts.signOut()
  const browsers = Array.from({ length: 40 }, (_, index) => [...owners, left, app.browser()][index % 5])
  const seen = await Promise.all(
    browsers.map(async (browser) => {
      if (!browser) throw new Error('A browser is missing')
      const { calls } = browser
      return calls.accounts.session().then(
        ({ email }) => email,
        () => null,
      )
    }),
  )
  expect(seen).toEqual(browsers.map((_, index) => owners[index % 5]?.email ?? null))
})
