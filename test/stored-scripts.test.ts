import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from './app.ts'
import { filledOwner } from './filled.ts'
import { scripts } from './scripts.ts'

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
beforeAll(async () => {
  app = await testServer({ NODE_ENV: 'production' })
  owner = await filledOwner(app.url)
})
afterAll(() => app.close())

/** Asserts that a response is inert wherever a browser may be led to open it. */
function expectInert(headers: Headers, where: string): void {
  expect(headers.get('content-type'), where).toMatch(/^application\/json(?:; ?charset=utf-8)?$/)
  expect(headers.get('x-content-type-options'), where).toBe('nosniff')
  expect(headers.get('content-security-policy'), where).toMatch(/^default-src 'none'; img-src 'self'; base-uri 'none';/)
  expect(headers.get('content-security-policy'), where).not.toContain('script-src')
  expect(headers.get('x-frame-options'), where).toBe('DENY')
}

test('I4 30 texts that look like markup are stored as typed and given back as JSON that no browser runs', async () => {
  expect(new Set(scripts).size).toBe(30)
  const { version: _, cover, ...service } = (await owner.rpc('services.get', { id: owner.ids.service })).body
  for (const [index, script] of scripts.entries()) {
    const title = script.padEnd(4, '.')
    const descriptionEn = script.padEnd(20, '.')
    const hall = await owner.rpc('halls.create', { title, size: 10, totalCandidates: 5 })
    expect([hall.status, hall.body['title']], script).toEqual([200, title])
    expectInert(hall.headers, script)
    const seen = await owner.rpc('halls.get', { id: hall.body['id'] })
    expect(seen.body['title']).toBe(title)
    const changed = await owner.rpc('services.update', {
      id: owner.ids.service,
      version: index + 1,
      service: service['service'],
      cover,
      descriptionEn,
      descriptionAr: script,
    })
    expect([changed.status, changed.body['descriptionEn'], changed.body['descriptionAr']], script).toEqual([200, descriptionEn, script])
    // A link that a victim opens: a plain GET that asks for HTML.
    const opened = await fetch(`${app.url}/api/halls/${String(hall.body['id'])}`, {
      headers: { cookie: owner.cookie, accept: 'text/html,*/*' },
    })
    expect(opened.status).toBe(200)
    expectInert(opened.headers, script)
    expect(((await opened.json()) as { title: string }).title).toBe(title)
    expect((await owner.rpc('halls.list', { search: script.slice(0, 40) })).body['total'], script).toBeGreaterThanOrEqual(1)
  }
})

test('I4 a refused text comes back nowhere as markup: errors, unknown addresses and the pages themselves', async () => {
  for (const script of scripts) {
    const refused = await owner.rpc('batches.list', { sort: script, [script]: 1 })
    expect(refused.status).toBe(400)
    expectInert(refused.headers, script)
    const word = encodeURIComponent(script)
    for (const path of [`/api/halls/${word}`, `/api/nope/${word}`, `/rpc/${word}`, `/media/${word}`, `/assets/${word}`]) {
      const answer = await fetch(app.url + path, { headers: { cookie: owner.cookie, accept: 'text/html' } })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expectInert(answer.headers, path)
    }
    for (const path of [`/login?next=${word}`, `/halls?search=${word}`, `/halls#${word}`]) {
      const page = await fetch(app.url + path, { headers: { cookie: `lang=${word}; theme=${word}` } })
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self' 'nonce-[^']{24}'/)
      expect(await page.text(), path).not.toContain(script)
    }
  }
})
