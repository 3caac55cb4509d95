import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#entrance/policy.ts'
import { scopeCalls, scopeOf } from '#entrance/scopes.ts'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { isOwnFifth } from '../../../test/engine-rounds.ts'
import { filledOwner } from '../../../test/filled.ts'
import { httpMember, httpOwner, type HttpClient } from '../../../test/browser-session.ts'
import { keyScopes, type KeyScope } from './key.contract.ts'

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
type Operation = { operationId: string; security?: Record<string, string[]>[]; 'x-scope'?: string }
let operations: { name: CallName; method: string; path: string; security: Operation['security']; opens: string | null }[]
beforeAll(async () => {
  app = await testServer()
  owner = await filledOwner(app.url, ' Canary7Q')
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, 'x-scope': opens = null }]) => ({
      name: operationId as CallName,
      method,
      path,
      security,
      opens,
    })),
  )
})
afterAll(() => app.close())

type Answer = { status: number; body: Record<string, unknown> & { code?: string }; headers: Headers }

/** A request as a program sends it: no cookie, no origin. */
async function ask(secret: string | null, method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const isRead = method.toUpperCase() === 'GET'
  const answer = await fetch(`${app.url}/api${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isRead ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Answer['body'], headers: answer.headers }
}

let named = 0
async function create(allowed: readonly KeyScope[], by: HttpClient = owner, more: object = {}): Promise<{ id: string; secret: string }> {
  const { status, body } = await by.rpc('keys.create', { name: `Key ${++named}`, scopes: allowed, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { id: string; secret: string }
}
const revoke = (id: string, by: HttpClient = owner) => by.rpc('keys.revoke', { id })

test('the description has every call at an address of its own, and who may make it', () => {
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(policies).toSorted())
  for (const { name, security, opens } of operations) {
    const scope = scopeOf(name)
    const wanted = typeof policies[name].who === 'string' ? [] : [...(scope ? [{ apiKey: [] }] : []), { session: [] }]
    expect(security, name).toEqual(wanted)
    expect(opens, name).toBe(typeof policies[name].who === 'string' ? null : scope)
  }
})

test('no scope opens accounts, plans, the team, keys, webhooks, the bank account, or what asks for a recent sign-in', () => {
  const open = Object.values(scopeCalls).flat()
  expect(new Set(open).size).toBe(open.length)
  expect(
    open.filter((name) =>
      /^(?:accounts|plans|team|keys|webhooks|marketplace|documents|imports|feeds)\.|setAccount|savePaymentDetails/.test(name),
    ),
  ).toEqual([])
  for (const name of open) {
    const { who, writes, recent } = policies[name]
    expect([recent, writes], name).toEqual([undefined, scopeOf(name)?.startsWith('write:') ? 'vendor' : 'nothing'])
    // A key has a manager's rights: a scope that a manager may not use would have no effect.
    expect(who, name).toContain('manager')
  }
})

test('scope × call: a key makes the calls of its scope and is refused all others', async () => {
  let refused = 0
  let opened = 0
  const tried = (turn: number) => operations.filter((_, index) => isOwnFifth(index + turn))
  for (const [turn, scope] of keyScopes.entries()) {
    const { id, secret } = await create([scope])
    for (const { name, method, path } of tried(turn)) {
      const { status, body } = await ask(secret, method, path.replaceAll(/\{[^}]+\}/g, newId()))
      if ((scopeCalls[scope] as string[]).includes(name)) {
        opened += 1
        expect([401, 403].includes(status), `${scope} ${name} ${JSON.stringify(body)}`).toBe(false)
      } else {
        refused += 1
        expect([status, body.code], `${scope} ${name}`).toEqual([403, 'key/scope'])
      }
    }
    await revoke(id)
  }
  const wanted = keyScopes.map((scope, turn) => tried(turn).filter(({ name }) => scopeOf(name) === scope).length)
  expect(opened).toBe(wanted.reduce((sum, count) => sum + count))
  expect(refused).toBe(keyScopes.reduce((sum, _, turn) => sum + tried(turn).length, 0) - opened)
  console.log(`Scopes: ${opened} calls opened, ${refused} refused`)
})

test('a key is kept as its SHA-256, shown once, and named in the log', async () => {
  const { id, secret } = await create(['write:customers', 'read:customers'])
  expect(secret).toMatch(/^tlk_[A-Za-z0-9_-]{43}$/)
  const stored = await app.app.db.kysely.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(Buffer.from(stored.hash).toString('hex')).toBe(createHash('sha256').update(secret).digest('hex'))
  expect(JSON.stringify(stored)).not.toContain(secret)
  const listed = (await owner.rpc('keys.list')).body as unknown as { id: string; lastUsedAt: string | null }[]
  expect(JSON.stringify(listed)).not.toContain(secret)
  expect(listed.find((row) => row.id === id)?.lastUsedAt).toBe(null)
  const created = await ask(secret, 'post', '/customers', { firstName: 'Badr', email: 'badr@example.com' })
  expect(created.status).toBe(201)
  const again = (await owner.rpc('keys.list')).body as unknown as { id: string; lastUsedAt: string | null }[]
  expect(again.find((row) => row.id === id)?.lastUsedAt).toBe(new Date(app.clock.now()).toISOString())
  const { vendorId } = (await owner.rpc('accounts.session')).body as { vendorId: string }
  const target = String(created.body['id'])
  const rows = await tenant(app.app.db, vendorId, (trx) => trx.selectFrom('audit').selectAll().where('target', '=', target).execute())
  expect(rows).toMatchObject([{ vendorId, actor: id, role: 'apiKey', action: 'create', entity: 'customer' }])
  await revoke(id)
  const historyFor = async (by: HttpClient) => JSON.stringify((await by.rpc('history.list', { of: id })).body)
  expect(await historyFor(owner)).toContain('write:customers')
  // A manager sees in the log that a key was created, but not its scopes (product 4).
  const seen = await historyFor(await httpMember(app, owner, 'manager'))
  expect(seen).toContain('apiKey')
  expect(seen).not.toContain('write:customers')
  const history = (await owner.rpc('history.list', { of: target })).body as { rows?: unknown[] }
  expect(history.rows).toMatchObject([{ actor: `Key ${named}`, role: 'apiKey' }])
})

test('money that a key moves is named by the key in the log of money, in its filter and on the bill, within a manager’s limits', async () => {
  const { id, secret } = await create(['write:sales', 'read:sales'])
  const ball = { items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 200_000 }], total: 200_000 }
  const sold = await ask(secret, 'post', '/sales', { ...ball, payments: [{ method: 'cash', amount: 200_000 }] })
  expect(sold.status, JSON.stringify(sold.body)).toBe(201)
  expect((await owner.rpc('sales.get', { id: sold.body['id'] })).body['soldBy']).toBe(`Key ${named}`)
  const { rows } = (await owner.rpc('reports.audit', { actor: id })).body as { rows?: unknown[] }
  expect(rows).toMatchObject([{ actor: `Key ${named}`, role: 'apiKey', action: 'sell' }])
  const known = (await owner.rpc('reports.auditors')).body as { actors?: { id: string; name: string }[] }
  expect(known.actors).toContainEqual({ id, name: `Key ${named}` })
  const credit = { amount: 150_000, method: 'cash', reason: 'Too much' }
  const path = operations.find(({ name }) => name === 'sales.refund')?.path.replace('{sale}', String(sold.body['id'])) ?? ''
  expect((await ask(secret, 'post', path, credit)).body).toMatchObject({ code: 'sale/limit' })
  await revoke(id)
})

test('an unknown, a revoked and an expired key are 401 at the next request; GET and POST alike', async () => {
  const { id, secret } = await create(['read:floor', 'write:floor'])
  const hall = { title: 'Court', size: 10, totalCandidates: 5 }
  expect((await ask(secret, 'get', '/halls')).status).toBe(200)
  expect((await ask(secret, 'post', '/halls', hall)).status).toBe(201)
  await revoke(id)
  const wrong = `tlk_${'A'.repeat(43)}`
  for (const token of [secret, wrong, '', 'x', secret.slice(4), `${secret}A`, 'tlk_', "tlk_' or 1=1 --"]) {
    for (const answer of [await ask(token, 'get', '/halls'), await ask(token, 'post', '/halls', hall)])
      expect([answer.status, answer.body.code], token).toEqual([401, token === '' ? 'auth/session-expired' : 'key/invalid'])
  }
  expect((await revoke(id)).status).toBe(404)
  const ends = await create(['read:floor'], owner, { expiresOn: '2026-10-05' })
  const before = app.clock.now()
  // Dubai's midnight after 5 October is 20:00 UTC.
  app.clock.set(Date.UTC(2026, 9, 5, 19, 59, 59))
  expect((await ask(ends.secret, 'get', '/halls')).status).toBe(200)
  app.clock.set(Date.UTC(2026, 9, 5, 20, 0, 0))
  expect((await ask(ends.secret, 'get', '/halls')).body.code).toBe('key/invalid')
  const listed = (await owner.rpc('keys.list')).body as unknown as { id: string; isExpired: boolean }[]
  expect(listed.find((row) => row.id === ends.id)?.isExpired).toBe(true)
  app.clock.set(before)
  await revoke(ends.id)
})

test('a key and a session together are refused, a key needs no origin, and /rpc takes no key', async () => {
  const { id, secret } = await create(['read:floor', 'write:floor'])
  const hall = { title: 'Court', size: 10, totalCandidates: 5 }
  for (const method of ['get', 'post'])
    expect((await ask(secret, method, '/halls', hall, { cookie: owner.cookie })).body.code).toBe('request/refused')
  expect((await ask(secret, 'get', '/halls', undefined, { cookie: 'lang=ar' })).status).toBe(200)
  expect((await ask(secret, 'post', '/halls', hall, { origin: 'https://partner.example', 'sec-fetch-site': 'cross-site' })).status).toBe(
    201,
  )
  // Without a key the same request looks like another site's page.
  expect((await ask(null, 'post', '/halls', hall, { origin: 'https://partner.example' })).body.code).toBe('request/refused')
  expect((await ask(secret, 'post', '/halls', hall, { 'content-type': 'text/plain' })).status).toBe(415)
  const overRpc = await fetch(`${app.url}/rpc/halls/list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: '{"json":{}}',
  })
  expect(overRpc.status).toBe(401)
  await revoke(id)
})

test('T1 a key of B sees, changes and tells apart nothing of A', async () => {
  const b = await httpOwner(app.url)
  const { secret } = await create(keyScopes, b)
  const random = newId()
  let requests = 0
  const naming = operations.filter((entry) => scopeOf(entry.name) !== null && entry.path.includes('{'))
  for (const [turn, { name, method, path }] of naming.entries()) {
    app.clock.advance(5000)
    const missing = await ask(secret, method, path.replaceAll(/\{[^}]+\}/g, random), { version: 1, reason: 'Taken over' })
    for (const target of Object.values(owner.ids).filter((_, index) => isOwnFifth(index + turn))) {
      const answer = await ask(secret, method, path.replaceAll(/\{[^}]+\}/g, target), { version: 1, reason: 'Taken over' })
      requests += 1
      const text = JSON.stringify(answer.body)
      expect(text, name).not.toContain('Canary7Q')
      expect([answer.status, text.replaceAll(target, 'ID')], name).toEqual([
        missing.status,
        JSON.stringify(missing.body).replaceAll(random, 'ID'),
      ])
    }
  }
  expect(requests).toBeGreaterThan(200)
  for (const path of ['/customers?search=Canary7Q', '/halls', '/sales', '/batches', '/quotes', '/expenses'])
    expect((await ask(secret, 'get', path)).body['total'], path).toBe(0)
  const { id: foreign } = await create(['read:floor'])
  expect((await revoke(foreign, b)).body.code).toBe('document/not-found')
  expect((await ask(secret, 'get', '/halls')).status).toBe(200)
  await revoke(foreign)
})

test('601 requests in a minute: the last is told to wait, another key is not, and a minute later it goes on', async () => {
  const [busy, calm] = [await create(['read:floor']), await create(['read:floor'])]
  const answers: Answer[] = []
  for (let sent = 0; sent < 600; sent += 20)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(busy.secret, 'get', '/halls?size=1')))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(600)
  app.clock.advance(20_000)
  const late = await ask(busy.secret, 'get', '/halls?size=1')
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '40'])
  expect((await ask(calm.secret, 'get', '/halls?size=1')).status).toBe(200)
  app.clock.advance(40_000)
  expect((await ask(busy.secret, 'get', '/halls?size=1')).status).toBe(200)
  await revoke(busy.id)
  await revoke(calm.id)
})

test('20 keys at most, made by owners who signed in lately; after the trial a key reads and writes nothing', async () => {
  const b = await httpOwner(app.url)
  const created = await Promise.all(
    Array.from({ length: 25 }, () => b.rpc('keys.create', { name: 'One', scopes: ['write:floor', 'read:floor'] })),
  )
  expect(created.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(new Set(created.filter(({ status }) => status !== 200).map(({ body }) => JSON.stringify(body.data)))).toEqual(
    new Set([expect.stringContaining('developers.keys.limit')]),
  )
  const [first] = created.filter(({ status }) => status === 200)
  expect((await b.rpc('keys.revoke', { id: first?.body['id'] })).status).toBe(200)
  app.clock.advance(16 * 60_000)
  expect((await b.rpc('keys.create', { name: 'Late', scopes: ['read:floor'] })).body.code).toBe('auth/recent-sign-in-required')
  const secret = String(created.filter(({ status }) => status === 200)[1]?.body['secret'])
  const { userId, vendorId } = (await b.rpc('accounts.session')).body as { userId: string; vendorId: string }
  await platform(app.app.db, (trx) =>
    trx.updateTable('vendorPlans').set({ trialStartedAt: '2026-01-01T00:00:00Z', plan: null }).where('vendorId', '=', vendorId).execute(),
  )
  expect((await ask(secret, 'get', '/halls')).status).toBe(200)
  expect((await ask(secret, 'post', '/halls', { title: 'Court', size: 1, totalCandidates: 1 })).body.code).toBe('plan/trial-expired')
  for (const role of ['manager', 'frontDesk', 'trainer', 'accountant'] as const) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', userId).execute())
    for (const [name, input] of [['keys.list'], ['keys.create', {}], ['keys.revoke', { id: newId() }]] as const)
      expect((await b.rpc(name, input)).body.code, `${role} ${name}`).toBe('permission/denied')
  }
})
