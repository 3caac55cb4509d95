import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from './app.ts'
import { filledOwner } from './filled.ts'

/** Responses use an encoding that the client accepts (decision 22). */

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
beforeAll(async () => {
  app = await testServer()
  owner = await filledOwner(app.url)
})
afterAll(() => app.close())

const decompress: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** The beginning of a response as sent on the wire: fetch would decompress it. */
function startRequest(method: string, path: string, accepted: string, body = '{}'): Promise<IncomingMessage> {
  const headers = {
    cookie: owner.cookie,
    'accept-encoding': accepted,
    ...(method !== 'GET' && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(app.url + path, { method, headers }, resolve).on('error', reject)
    sent.end(method === 'GET' ? undefined : body)
  })
}

type Whole = { status: number; encoding: string | undefined; headers: IncomingHttpHeaders; length: number; text: string }
async function answer(method: string, path: string, accepted: string, body?: string): Promise<Whole> {
  const message = await startRequest(method, path, accepted, body)
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const encoding = message.headers['content-encoding']
  const text = (decompress[encoding ?? '']?.(bytes) ?? bytes).toString()
  return { status: message.statusCode ?? 0, encoding, headers: message.headers, length: bytes.length, text }
}

test.each([
  ['GET', '/api/countries'],
  ['POST', '/rpc/setup/countries'],
  ['GET', '/api/openapi.json'],
])('%s %s is compressed as the client takes it, and the same decompressed', async (method, path) => {
  const plain = await answer(method, path, 'identity')
  expect(plain).toMatchObject({ status: 200, encoding: undefined })
  expect(plain.length).toBeGreaterThan(1024)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
  ] as const) {
    const compressed = await answer(method, path, accepted)
    expect(compressed).toMatchObject({ status: 200, encoding, text: plain.text })
    expect(compressed.headers).toMatchObject({ 'content-type': 'application/json', vary: 'accept-encoding', 'x-frame-options': 'DENY' })
    expect(compressed.length).toBeLessThan(plain.length / 2)
  }
  expect((await answer(method, path, 'gzip;q=0, br;q=0')).encoding).toBeUndefined()
})

test('what is short goes as it is', async () => {
  for (const path of ['/api/session', '/api/nothing', `/api/halls/${owner.ids.hall}`]) {
    const { length, encoding } = await answer('GET', path, 'gzip, br')
    expect(length, path).toBeLessThan(1024)
    expect(encoding, path).toBeUndefined()
  }
})

test('what a write answers goes as it is, since it may hold a new secret beside what somebody wrote', async () => {
  const customer = JSON.stringify({ firstName: 'Amal', phone: '+971501234567', notes: 'Brings a ball. '.repeat(100) })
  const created = await answer('POST', '/api/customers', 'gzip, br', customer)
  expect(created).toMatchObject({ status: 201, encoding: undefined })
  expect(created.length).toBeGreaterThan(1024)
  const { id } = JSON.parse(created.text) as { id: string }
  expect(await answer('GET', `/api/customers/${id}`, 'gzip, br')).toMatchObject({ status: 200, encoding: 'br' })
})

test('a stream of events and a stored image go as they are', async () => {
  const stream = await startRequest('GET', `/api/challenges/${owner.ids.challenge}/watch`, 'gzip, br')
  expect(stream.headers['content-type']).toContain('text/event-stream')
  expect(stream.headers['content-encoding']).toBeUndefined()
  stream.destroy()
  const { logo } = JSON.parse((await answer('GET', '/api/vendor', 'identity')).text) as { logo: string }
  expect(await answer('GET', logo, 'gzip, br')).toMatchObject({ status: 200, encoding: undefined })
})
