import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, isPublic, mayChoose } from './address.server.ts'
import { hasArrived, postMessage } from './send.server.ts'
import { isTarget } from './target.rules.ts'
import { openWebhookReceiver } from './webhooks.sample.ts'

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let answer: Parameters<typeof openWebhookReceiver>[0]
beforeAll(async () => {
  receiver = await openWebhookReceiver((got, reply) => answer?.(got, reply))
})
afterAll(() => receiver.close())

const body = JSON.stringify({ id: '1', event: 'webhook.test', record: { id: '1', version: null } })
const development = { production: false }

test.each([
  ['https://example.com/hook', true],
  ['https://example.com:8443/hook?key=1', true],
  ['https://example.com:443/hook', true],
  ['https://example.com:25/hook', false],
  ['https://example.com:22/hook', false],
  ['https://example.com:1023/hook', false],
  ['http://localhost:3000/hook', true],
  ['http://127.0.0.1/hook', true],
  ['http://[::1]:3000/', true],
  ['http://example.com/hook', false],
  ['http://10.0.0.1/hook', false],
  ['http://localhost.example.com/hook', false],
  ['ftp://example.com/hook', false],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['https://name:password@example.com/hook', false],
  ['https://name@example.com/hook', false],
  ['example.com/hook', false],
  ['', false],
])('an address that may be typed: %s is %s', (address, may) => {
  expect(isTarget(address)).toBe(may)
})

const inside = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:a00:1::',
  'not an address',
]
const outside = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
]

test('in production an address inside a network is refused, whatever name it hides behind, and when only one of several is', async () => {
  const production = true
  for (const address of inside) {
    expect(isPublic(address), address).toBe(false)
    const family = address.includes(':') ? 6 : 4
    const resolve = () => Promise.resolve([{ address, family }])
    await expect(addressesOf(new URL('https://partner.example/hook'), production, resolve), address).rejects.toThrow('not public')
    const mixed = () =>
      Promise.resolve([
        { address: '1.1.1.1', family: 4 },
        { address, family },
      ])
    await expect(addressesOf(new URL('https://partner.example/hook'), production, mixed), address).rejects.toThrow('not public')
  }
  for (const address of outside) {
    expect(isPublic(address), address).toBe(true)
    const found = [{ address, family: address.includes(':') ? 6 : 4 }]
    expect(await addressesOf(new URL('https://partner.example/hook'), production, () => Promise.resolve(found))).toEqual(found)
  }
  // Spellings that a URL normalises to the same address.
  for (const url of [
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest',
  ])
    await expect(addressesOf(new URL(url), production), url).rejects.toThrow('not public')
  for (const url of ['https://10.0.0.1/', 'https://[fe80::1]/', 'https://localhost/', 'http://127.0.0.1/', 'https://2130706433/'])
    expect(mayChoose(url, production), url).toBe(false)
  for (const url of ['https://example.com/', 'https://1.1.1.1/', 'https://[2606:4700:4700::1111]/'])
    expect(mayChoose(url, production), url).toBe(true)
})

test('a name is resolved once, and the connection goes to that answer: a second one changes nothing', async () => {
  answer = undefined
  let asked = 0
  // A name server that answers first with our receiver, then always with another address.
  const resolve = () => Promise.resolve([{ address: asked++ === 0 ? '127.0.0.1' : '192.0.2.1', family: 4 }])
  const url = receiver.url.replace('127.0.0.1', 'rebound.localhost')
  expect(await postMessage(url, {}, body, { ...development, resolve })).toMatchObject({ code: 204 })
  expect(asked).toBe(1)
  expect(receiver.got.at(-1)?.headers.host).toContain('rebound.localhost')
  const forbidden = await postMessage('https://rebound.example/', {}, body, {
    production: true,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  expect(forbidden).toMatchObject({ code: null, answer: 'Forbidden' })
  expect(await postMessage(receiver.url, {}, body, { production: true })).toMatchObject({ code: null, answer: 'Forbidden' })
})

test('a name whose server keeps silent takes none of the two threads on which the system looks names up', async () => {
  const begun = new Set<string>()
  const hook = createHook({ init: (_id, type) => begun.add(type) }).enable()
  const sent = await postMessage('https://silent.example/', {}, body, { production: true, timeout: 200 })
  hook.disable()
  expect(sent.code).toBe(null)
  expect([begun.has('QUERYWRAP'), begun.has('GETADDRINFOREQWRAP')]).toEqual([true, false])
})

test('every address of a name is tried, until one answers', async () => {
  answer = undefined
  const resolve = () => Promise.resolve(['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 })))
  expect(await postMessage(receiver.url.replace('127.0.0.1', 'two.localhost'), {}, body, { ...development, resolve })).toMatchObject({
    code: 204,
  })
})

test('redirects are not followed, and an answer is kept to its first 200 characters without control characters', async () => {
  answer = (_got, reply) => void reply.writeHead(302, { location: `${receiver.url}?again` }).end()
  const before = receiver.got.length
  const moved = await postMessage(receiver.url, {}, body, development)
  expect([moved.code, hasArrived(moved), receiver.got.length - before]).toEqual([302, false, 1])
  answer = (_got, reply) => void reply.writeHead(500).end(`Oops\u0000\n\u001b[31m${'ü'.repeat(300)}`)
  const failed = await postMessage(receiver.url, {}, body, development)
  expect(failed.answer).toBe(`Oops [31m${'ü'.repeat(191)}`)
  // An endless answer is not read to its end.
  answer = (_got, reply) => {
    reply.writeHead(200)
    const timer = setInterval(() => reply.write('x'.repeat(10_000)), 1)
    reply.on('close', () => clearInterval(timer))
  }
  expect(await postMessage(receiver.url, {}, body, development)).toMatchObject({ code: 200, answer: 'x'.repeat(200) })
})

test('a receiver that does not answer, hangs up, or is not there counts as failed, and the try ends in time', async () => {
  answer = () => new Promise(() => {})
  expect(await postMessage(receiver.url, {}, body, { ...development, timeout: 100 })).toMatchObject({ code: null, answer: 'Timeout' })
  answer = (_got, reply) => void reply.destroy()
  expect(await postMessage(receiver.url, {}, body, development)).toMatchObject({ code: null, answer: 'ECONNRESET' })
  expect(await postMessage('http://127.0.0.1:1/', {}, body, development)).toMatchObject({ code: null, answer: 'ECONNREFUSED' })
  // The receiver switches to another protocol.
  answer = (_got, reply) => reply.writeHead(101, { connection: 'Upgrade', upgrade: 'websocket' }).flushHeaders()
  expect(await postMessage(receiver.url, {}, body, { ...development, timeout: 5000 })).toMatchObject({ code: null, answer: 'ECONNRESET' })
  const never = { ...development, timeout: 100, resolve: () => new Promise<never>(() => {}) }
  expect(await postMessage('https://silent.example/', {}, body, never)).toMatchObject({ code: null, answer: 'Timeout' })
  expect(await postMessage(receiver.url.replace('http:', 'https:'), {}, body, development)).toMatchObject({ code: null })
})
