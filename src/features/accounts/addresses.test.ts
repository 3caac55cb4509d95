import { afterEach, beforeEach, expect, test } from 'vitest'
import { failures } from '#lib/failures.ts'
import { testServer, type TestApp } from '../../../test/app.ts'

/** The answer to a password that was checked and is wrong. */
const wrongPassword = failures['auth/invalid-credential']

let app: TestApp & { url: string }
beforeEach(async () => {
  app = await testServer()
})
afterEach(() => app.close())

/** One sign-in over the wire with a forwarded address. */
async function signIn(base: string, index: number, forwardedFor: string): Promise<Response> {
  const answer = await fetch(`${base}/rpc/accounts/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, 'x-forwarded-for': forwardedFor },
    body: JSON.stringify({ json: { email: `spray${index}@example.com`, password: 'wrong-password' } }),
  })
  await answer.arrayBuffer()
  return answer
}

/** How many of so many sign-ins at ever other accounts had their password checked. */
async function checked(tries: number, base: string, addressOf: (index: number) => string): Promise<number> {
  const statuses: number[] = []
  // Fewer at once than the queue of hashes holds: a full queue would answer before the limit could.
  for (let first = 0; first < tries; first += 20) {
    const some = Array.from({ length: Math.min(20, tries - first) }, (_, index) => first + index)
    statuses.push(...(await Promise.all(some.map(async (index) => (await signIn(base, index, addressOf(index))).status))))
  }
  expect(statuses.filter((status) => status !== wrongPassword && status !== 429)).toEqual([])
  return statuses.filter((status) => status === wrongPassword).length
}

const v4 = (index: number) => `192.0.${index >> 8}.${index & 255}`

const spellings = [
  (host: string) => `2001:db8:0:7::${host}`,
  (host: string) => `2001:0DB8:0000:0007:0:0:0:${host}`,
  (host: string) => `2001:DB8::7:0:0:0:${host}`,
  (host: string) => `2001:db8:0:7:${host}:0:0:1`,
  (host: string) => `2001:db8:0:7:${host}::`,
  (host: string) => `2001:db8::7:0:${host}:192.0.2.1`,
]

test('A3 1,000 addresses of one IPv6 network, however spelled, count as one', async () => {
  const spelled = (index: number) => spellings[index % spellings.length]?.((index + 1).toString(16)) ?? ''
  expect(await checked(1000, app.url, spelled)).toBe(30)
  expect(await checked(40, app.url, (index) => `2001:db8:0:${(index + 8).toString(16)}::1`)).toBe(40)
})

test('A3 an IPv4 address and the same one inside IPv6 count as one', async () => {
  const mapped = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7', '0:0:0:0:0:ffff:cb00:7107']
  expect(await checked(100, app.url, (index) => mapped[index % mapped.length] ?? '')).toBe(30)
})

test('A3 1,000 addresses that the client itself wrote before the proxy count for nothing', async () => {
  expect(await checked(1000, app.url, (index) => `${v4(index)}, 198.51.100.7`)).toBe(30)
  expect(await checked(40, app.url, v4)).toBe(40)
})

test('A3 without a configured proxy 1,000 forwarded addresses are one', async () => {
  const bare = await testServer({ TRUSTED_PROXIES: '' })
  try {
    expect(await checked(1000, bare.url, v4)).toBe(30)
  } finally {
    await bare.close()
  }
})
