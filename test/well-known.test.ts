import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from './app.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer({ SECURITY_CONTACT: 'mailto:security@example.com' })
})
afterAll(() => app.close())

const read = async (path: string, at = app.url) => {
  const answer = await fetch(at + path, { redirect: 'manual' })
  return { status: answer.status, type: answer.headers.get('content-type'), to: answer.headers.get('location'), text: await answer.text() }
}

test('search engines may read the pages for people without an account and nothing else', async () => {
  const { status, type, text } = await read('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = text.trim().split('\n')
  expect([lines[0], lines.at(-1)]).toEqual(['User-agent: *', 'Disallow: /'])
  expect(lines.filter((line) => line.startsWith('Allow: ')).map((line) => line.slice('Allow: '.length))).toEqual([
    '/login',
    '/register',
    '/plans',
    '/terms',
    '/privacy',
    '/assets/',
    '/favicon.svg',
    '/manifest.webmanifest',
  ])
})

test('security.txt names the operator’s contact and ends within a year; without a contact there is none', async () => {
  const { status, type, text } = await read('/.well-known/security.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  expect(fields.get('Contact')).toBe('mailto:security@example.com')
  const expires = Date.parse(fields.get('Expires') ?? '')
  expect(expires).toBeGreaterThan(app.clock.now())
  expect(expires).toBeLessThan(app.clock.now() + 365 * 86_400_000)
  const plain = await testServer()
  expect((await read('/.well-known/security.txt', plain.url)).status).toBe(404)
  await plain.close()
})

test('a password manager is led to where a password is changed', async () => {
  const { status, to } = await read('/.well-known/change-password')
  expect([status, to]).toEqual([302, '/setup#new-password-newPassword'])
  const page = await read('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')
  expect(page.status).toBe(404)
})
