import { afterEach, beforeEach, expect, test } from 'vitest'
import { operate } from '#money/payouts/operator.server.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { outcome, attemptSignIn } from './sign-in.sample.ts'

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

const keyed = (ip: string) => app.app.secrets.hmac('alarm', ip).toString('hex')
/** The log lines that are alarms, as a monitor finds them. */
const logged = () =>
  app.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ level, message }) => level === 'warn' && String(message).startsWith('Alarm: '))

test('L3 spraying, guessing at codes and an account tried to its limit: one line of the log each, with call and keyed address', async () => {
  const email = 'known-owner@example.com'
  await app.owner({ email })
  expect(await operate(app.app, ['alarms'])).toEqual(['no alarms'])
  // Concurrent attempts beyond each limit, so that parallel refusals are shown to raise only one alarm.
  await Promise.all(Array.from({ length: 8 }, (_, index) => attemptSignIn(app.url, index, '203.0.113.1')))
  for (let first = 8; first < 40; first += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => attemptSignIn(app.url, first + index, '203.0.113.1')))
  const guesser = app.browser('203.0.113.2')
  for (let index = 0; index < 32; index++) await outcome(guesser.calls.accounts.verifyOtp({ email, otp: '123456' }))
  for (let index = 0; index < 12; index++)
    await outcome(app.browser('203.0.113.3').calls.accounts.signIn({ email, password: 'wrong-password' }))
  const expected = [
    { alarm: 'sign-in-flood', call: 'accounts.signIn', address: keyed('203.0.113.1') },
    { alarm: 'code-guessing', call: 'accounts.verifyOtp', address: keyed('203.0.113.2') },
    { alarm: 'sign-in-lockout', call: 'accounts.signIn', address: keyed('203.0.113.3') },
  ]
  expect(logged()).toMatchObject(expected)
  expect(logged().every(({ requestId }) => typeof requestId === 'string')).toBe(true)
  expect(app.logLines.join('')).not.toMatch(/203\.0\.113|known-owner/)
  const at = new Date(app.clock.now()).toISOString()
  expect((await operate(app.app, ['alarms'])).toSorted()).toEqual(
    expected.map(({ alarm, call, address }) => `${at}  ${alarm}  ${call}  ${address}`).toSorted(),
  )
  // A quarter of an hour later it raises a new alarm.
  app.clock.advance(15 * 60_000 + 1)
  for (let index = 0; index < 40; index++) await attemptSignIn(app.url, index, '203.0.113.1')
  expect(logged().filter(({ alarm }) => alarm === 'sign-in-flood')).toHaveLength(2)
})

test('L3 the log names the call of each request, at /api as at /rpc, also of one that is refused', async () => {
  await fetch(`${app.url}/api/session`)
  await fetch(`${app.url}/api/halls/0197a000-0000-7000-8000-000000000000`)
  await attemptSignIn(app.url, 1, '203.0.113.4')
  await fetch(`${app.url}/api/no-such-call`)
  const requests = () =>
    app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ message }) => message === 'Request')
  await expect.poll(() => requests().length).toBe(4)
  expect(requests().map(({ route, call }) => [route, call])).toEqual([
    ['/api/*', 'accounts.session'],
    ['/api/*', 'halls.get'],
    ['/rpc/accounts/signIn', 'accounts.signIn'],
    ['/api/*', undefined],
  ])
})
