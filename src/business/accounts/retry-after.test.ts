import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from '../../../test/app.ts'
import { wrongPassword } from './sign-in.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

/** Makes a public call over HTTP. @returns its status, and the seconds until it may be made again */
async function send(path: string, body: object): Promise<[status: number, retryAfter: string | null]> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', origin: app.url }, body: JSON.stringify(body) }
  const { status, headers } = await fetch(`${app.url}/api${path}`, init)
  return [status, headers.get('retry-after')]
}

test('A8 Retry-After says when the count that refuses starts again, be it a minute, a quarter of an hour or an hour', async () => {
  const password = 'wrong-one-7'
  const signIn = () => send('/sign-in', { email: 'guessed@example.com', password })
  for (let tried = 0; tried < 10; tried++) expect((await signIn())[0]).toBe(wrongPassword)
  expect(await signIn()).toEqual([429, '900'])
  app.clock.advance(60_500)
  expect(await signIn()).toEqual([429, '840'])
  app.clock.advance(839_500)
  expect((await signIn())[0]).toBe(wrongPassword)

  const ask = () => send('/sendOtp', { email: 'asked@example.com' })
  expect(await ask()).toEqual([200, null])
  expect(await ask()).toEqual([429, '60'])
  for (let more = 0; more < 2; more++) {
    app.clock.advance(61_000)
    expect((await ask())[0]).toBe(200)
  }
  app.clock.advance(61_000)
  expect(await ask()).toEqual([429, String(3600 - 183)])
})
