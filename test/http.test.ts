import { request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, testServer, type TestApp } from './app.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'

let app: TestApp & { url: string }
let owner: HttpClient & { email: string }
beforeAll(async () => {
  app = await testServer({ NODE_ENV: 'production' })
  owner = await httpOwner(app.url)
})
afterAll(() => app.close())

const hall = { title: 'Main hall', size: 120, totalCandidates: 20 }

async function hallCount(): Promise<number> {
  const { body } = await owner.rpc('halls.list', {})
  return body['total'] as number
}

/** Sends a raw request, so that fetch adds no headers. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('S5 a foreign page changes nothing', () => {
  const json = { 'content-type': 'application/json' }
  test.each([
    ['cross-site', { ...json, 'sec-fetch-site': 'cross-site' }],
    ['same-site', { ...json, 'sec-fetch-site': 'same-site' }],
    ['no fetch site, foreign origin', { ...json, origin: 'https://evil.example' }],
    ['null origin', { ...json, origin: 'null' }],
    ['origin with another port', { ...json, origin: 'http://127.0.0.1:1' }],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no content type', {}],
    ['json suffix', { 'content-type': 'application/jsonp' }],
    ['json and more', { 'content-type': 'application/json, text/plain' }],
    ['tab before json', { 'content-type': 'text/plain;\tapplication/json' }],
    ['other charset', { 'content-type': 'application/json; charset=utf-16' }],
  ])('%s', async (_name, headers) => {
    const before = await hallCount()
    for (const path of ['/rpc/halls/create', '/api/halls']) {
      const body = path.startsWith('/rpc') ? JSON.stringify({ json: hall }) : JSON.stringify(hall)
      const answer = await raw('POST', path, { ...(headers as Record<string, string>), cookie: owner.cookie }, body)
      expect([403, 415]).toContain(answer.status)
    }
    expect(await hallCount()).toBe(before)
  })

  test('GET calls no mutation', async () => {
    const before = await hallCount()
    const answer = await raw('GET', `/rpc/halls/create?data=${encodeURIComponent(JSON.stringify({ json: hall }))}`, {
      cookie: owner.cookie,
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await hallCount()).toBe(before)
  })

  test('the same body from our own page is taken, also over the REST address', async () => {
    const before = await hallCount()
    const answer = await raw(
      'POST',
      '/api/halls',
      { 'content-type': 'application/json', origin: app.url, cookie: owner.cookie },
      JSON.stringify(hall),
    )
    expect(answer.status).toBe(201)
    expect(await hallCount()).toBe(before + 1)
  })
})

describe('I5 bodies that are too large, too deep or disguised', () => {
  const headers = () => ({ 'content-type': 'application/json', origin: app.url, cookie: owner.cookie })
  test('1 MB of JSON answers 413', async () => {
    const answer = await raw('POST', '/rpc/halls/create', headers(), JSON.stringify({ json: { title: 'x'.repeat(1_048_576) } }))
    expect(answer.status).toBe(413)
  })
  test('2 MB in chunks without a length stops at the limit', async () => {
    const { hostname, port } = new URL(app.url)
    const read = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket
        .on('data', (data) => (text += data.toString()))
        .on('close', () => resolve(text))
        .on('error', () => resolve(text))
      socket.write(
        `POST /rpc/halls/create HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nOrigin: ${app.url}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      )
      const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
      let sent = 0
      const timer = setInterval(() => {
        if (sent++ > 64 || socket.destroyed) {
          clearInterval(timer)
          socket.end()
        } else socket.write(chunk)
      }, 2)
    })
    expect(read).toContain('413')
  })
  test('a gzip body is refused unread', async () => {
    const answer = await raw('POST', '/rpc/halls/create', { ...headers(), 'content-encoding': 'gzip' }, gzipSync('a'.repeat(5_000_000)))
    expect(answer.status).toBe(415)
  })
  test('depth beyond 20, __proto__ and constructor are refused, and nothing is polluted', async () => {
    const deep = `{"json":${'['.repeat(40)}${']'.repeat(40)}}`
    for (const body of [
      deep,
      '{"json":{"__proto__":{"x":1},"title":"Main hall"}}',
      '{"json":{"constructor":{"prototype":{"x":1}}}}',
      '{"json":{"title":"a","size":1,"__proto__":null}}',
      '{',
      '[]',
      'null',
      '"x"',
      '',
    ]) {
      const answer = await raw('POST', '/rpc/halls/create', headers(), body)
      expect(answer.status, body.slice(0, 60)).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({ json: { code: 'request/invalid' } })
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('H1 and H2 headers and files', () => {
  const everywhere = [
    '/livez',
    '/readyz',
    '/login',
    '/',
    '/nope',
    '/api/openapi.json',
    '/api/docs',
    '/api/nope',
    '/rpc/nope',
    '/media/nope',
    '/assets/nope.js',
    '/halls/../etc',
  ]
  test('H1 every answer carries the security headers and none names the server', async () => {
    const answers = await Promise.all(everywhere.map((path) => raw('GET', path, {})))
    answers.push(
      await raw('POST', '/rpc/halls/create', { 'content-type': 'application/json' }, '{}'),
      await raw('PUT', '/', {}),
      await raw('POST', '/rpc/halls/list', { 'content-type': 'application/json', cookie: owner.cookie }, '{}'),
    )
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/)
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBeTruthy()
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['server']).toBeUndefined()
    }
    for (const path of ['/api/openapi.json', '/rpc/nope', '/api/nope'])
      expect((await raw('GET', path, {})).headers['cache-control']).toBe('no-store')
  })

  test('H2 no traversal leaves the root, and nothing hidden is served', async () => {
    const ups = [
      '..',
      '%2e%2e',
      '%2e.',
      '.%2e',
      '..%2f',
      '%2e%2e%2f',
      '..%5c',
      '..\\',
      '%c0%ae%c0%ae',
      '....//',
      '%252e%252e',
      '%u002e%u002e',
    ]
    const targets = ['etc/passwd', 'package.json', '.env', '.git/config', 'data/secret.key', 'src/main.ts']
    const bases = ['/assets/', '/media/', '/']
    let tried = 0
    for (const base of bases) {
      for (const up of ups) {
        for (const target of targets) {
          tried += 1
          const answer = await raw('GET', `${base}${`${up}/`.repeat(4)}${target}`, {})
          expect(answer.body, `${base}${up} ${target}`).not.toMatch(/root:|"name": "touchline"|\[core\]|readConfig/)
        }
      }
    }
    expect(tried).toBeGreaterThanOrEqual(200)
    for (const path of [
      '/.git/HEAD',
      '/.env',
      '/assets/index.js.map',
      '/metrics',
      '/server-status',
      '/dev/mail',
      '/package.json',
      '/src/main.ts',
    ]) {
      const answer = await raw('GET', path, {})
      expect(answer.body).not.toMatch(/ref:|# HELP|No mail/)
    }
    for (const method of ['TRACE', 'PUT', 'OPTIONS', 'PROPFIND']) expect((await raw(method, '/', {})).status).toBe(405)
  })

  test.each([
    ['an address that cannot be read', 'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['what is no request', 'HELLO\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ])("H3 %s is answered with all headers and in the product's shape", async (_what, sent, status) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('error', () => {}).write(sent)
    await new Promise((resolve) => socket.once('close', resolve))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
      'cache-control: no-store',
    ])
      expect(head.toLowerCase()).toContain(name)
    expect(JSON.parse(body)).toMatchObject({ defined: true, status: expect.any(Number), message: expect.any(String) })
  })

  test('H3 files without a hash in their name are kept for a day', async () => {
    for (const path of ['/favicon.svg', '/manifest.webmanifest', '/manifest.ar.webmanifest', '/icon-512.png', '/favicon.ico'])
      expect((await raw('GET', path, {})).headers['cache-control']).toBe('public, max-age=86400')
  })

  test('the worker is never out of date, reads this site only, and knows no call', async () => {
    const { status, headers, body } = await raw('GET', '/sw.js', {})
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
    expect(body).not.toMatch(/\/rpc|\/api|\/media/)
    for (const [file] of body.matchAll(/\/assets\/[\w.-]+/g)) expect((await raw('GET', file, {})).status, file).toBe(200)
  })

  test('S4 every cookie is __Host-, Secure, HttpOnly and SameSite', () => {
    expect(owner.setCookies.length).toBeGreaterThan(0)
    for (const header of owner.setCookies) {
      expect(header).toMatch(/^__Host-/)
      expect(header).toMatch(/; Secure/i)
      expect(header).toMatch(/; HttpOnly/i)
      expect(header).toMatch(/; SameSite=Strict/i)
      expect(header).toMatch(/; Path=\//i)
      expect(header).not.toMatch(/; Domain/i)
    }
  })

  test('R7 1,000 health requests ask the database at most once a second', async () => {
    let pings = 0
    const { ping } = app.app.db
    app.app.db.ping = () => {
      pings += 1
      return ping()
    }
    const start = performance.now()
    await Promise.all(Array.from({ length: 500 }, () => raw('GET', '/livez', {})))
    expect(pings).toBe(0)
    await Promise.all(Array.from({ length: 500 }, () => raw('GET', '/readyz', {})))
    expect(pings).toBeLessThanOrEqual(Math.ceil((performance.now() - start) / 1000) + 1)
    app.app.db.ping = ping
  })
})

test('a JSON body says of each value what it is; an address carries texts, which are read', async () => {
  const headers = { 'content-type': 'application/json', origin: app.url, cookie: owner.cookie }
  const post = (path: string, body: object, more: Record<string, string> = headers) => raw('POST', path, more, JSON.stringify(body))
  const { cookie: _cookie, ...visitor } = headers
  const person = { email: 'text@example.com', country: 'AE', password: goodPassword, confirmPassword: goodPassword }
  for (const acceptTerms of ['true', 1, 'on', [true]]) {
    const refused = await post('/api/register', { ...person, acceptTerms }, visitor)
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('acceptTerms')])
  }
  const before = await hallCount()
  const refused = await post('/api/halls', { ...hall, size: '120' })
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('"size"')])
  expect(await hallCount()).toBe(before)
  const listed = await raw('GET', '/api/halls?size=1&page=1', headers)
  expect(listed.status).toBe(200)
  // The same read by RPC has a body.
  const read = await post('/rpc/halls/list', { json: { size: '1' } })
  expect([read.status, read.body]).toEqual([400, expect.stringContaining('"size"')])
})
