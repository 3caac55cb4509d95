import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from './app.ts'
import type { HttpClient } from './browser-session.ts'
import { filledOwner } from './filled.ts'
import { newId } from '#kernel/ids.ts'

/** The API's document says what the API does (X2). */

type Body = { content?: Record<string, { schema: { $ref?: string; type?: string } }> }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: Body
  responses: Record<string, Body & { $ref?: string }>
}
type Document = { paths: Record<string, Record<string, Operation>>; tags: { name: string; description: string }[]; components: object }

let app: TestApp & { url: string }
let owner: Awaited<ReturnType<typeof filledOwner>>
let document: Document
let calls: { path: string; method: string; operation: Operation }[]
let ajv: Ajv2020
beforeAll(async () => {
  app = await testServer()
  owner = await filledOwner(app.url)
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document
  calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true, 'idn-email': true } })
  ajvFormats.default(ajv)
  ajv.addSchema(document, 'api')
})
afterAll(() => app.close())

/** Where a response deviates from what the document describes for its status. */
function violations({ path, method }: { path: string; method: string }, status: number, body: unknown): string[] {
  const answer = document.paths[path]?.[method]?.responses[status]
  if (!answer) return [`${method} ${path}: ${status} is not described`]
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const at = answer.$ref?.slice(1) ?? `/paths/${escaped}/${method}/responses/${status}`
  const isValid = ajv.validate({ $ref: `api#${at}/content/application~1json/schema` }, body)
  return isValid ? [] : [`${method} ${path} ${status}: ${ajv.errorsText()}`]
}

test('X2: every call has a summary, a description, a described tag, errors, and named schemas', () => {
  const known = new Map(document.tags.map(({ name, description }) => [name, description]))
  expect(calls.length).toBeGreaterThan(230)
  for (const { operation } of calls) {
    const { operationId: name, summary = '', description = '', tags, responses, requestBody } = operation
    expect(summary, name).toMatch(/^[A-Z].{2,79}$/)
    expect(description, name).not.toBe('')
    expect(known.get(tags[0] ?? ''), name).toMatch(/.\.$/)
    for (const status of ['403', '429', '503'])
      expect(responses[status]?.$ref, `${name} ${status}`).toBe(`#/components/responses/Error${status}`)
    const bodies = [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
    ]
    for (const { schema } of bodies) expect(schema.$ref ?? schema.type, name).not.toBe('object')
  }
  expect(new Set(calls.map(({ operation }) => operation.summary)).size).toBe(calls.length)
  const upload = document.paths['/images']?.['post']?.requestBody?.content ?? {}
  expect(Object.keys(upload)).toEqual(['multipart/form-data'])
})

const query: Record<string, string> = { day: '2026-10-05', month: '2026-10', from: '2026-10-01', to: '2026-10-31' }
/** The address of a call, with ids of the business in its path. */
function addressOf(path: string, ids: Record<string, string>): string {
  const group = path.split('/')[1] ?? ''
  const one: Record<string, string> = {
    batches: 'batch',
    customers: 'customer',
    halls: 'hall',
    services: 'service',
    trainers: 'trainer',
    sessions: 'session',
    sales: 'sale',
    quotes: 'quote',
    enrolments: 'enrolment',
    expenses: 'expense',
    challenges: 'challenge',
    payroll: 'trainer',
    history: 'customer',
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => query[name] ?? ids[one[group] ?? group] ?? newId())
}

async function get({ cookie }: HttpClient, address: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${app.url}/api${address}`, { headers: { cookie } })
  return { status: answer.status, body: await answer.json() }
}

test('X2: the answers of all reads over a filled business are as described', async () => {
  const found: string[] = []
  const good: string[] = []
  for (const call of calls.filter(({ method }) => method === 'get')) {
    // A stream of events lasts as long as someone reads it.
    if ((call.operation.responses['200']?.content ?? {})['text/event-stream']) continue
    const parameters = (call.operation.parameters ?? []).filter((it) => it.in === 'query' && it.name in query)
    const asked = new URLSearchParams(parameters.map(({ name }) => [name, query[name] ?? '']))
    const answer = await get(owner, `${addressOf(call.path, owner.ids)}?${asked}`)
    if (answer.status === 200) good.push(call.operation.operationId)
    found.push(...violations(call, answer.status, answer.body))
  }
  expect(found).toEqual([])
  expect(good.length).toBeGreaterThanOrEqual(75)
})

type Sent = { method: string; path: string; address?: string; body?: string; headers?: Record<string, string> }
/** Sends a request with the owner's session, unless headers override it. */
async function send({ method, path, address = path.replace(/\{\w+\}/g, newId()), body = '{"nobody":1}', headers = {} }: Sent) {
  const own = { cookie: owner.cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers }
  const answer = await fetch(`${app.url}/api${address}`, {
    method: method.toUpperCase(),
    headers: own,
    ...(method !== 'get' && { body }),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

test('X2: 300 refusals and more, of each status that a program can cause, are as described', async () => {
  const { customer, hall } = owner.ids
  const person = JSON.stringify({ id: customer, firstName: 'Other', phone: '+971501234567' })
  const code = { method: 'post', path: '/sendOtp', body: '{"email":"nobody@example.com"}' }
  const asked: Sent[] = [
    ...calls.map((call) => ({ ...call, headers: { cookie: '' } })),
    ...calls.filter(({ path }) => path.includes('{')),
    { method: 'post', path: '/customers', body: '{}' },
    { method: 'post', path: '/customers', body: '{' },
    { method: 'post', path: '/customers', body: person },
    { method: 'post', path: '/customers', body: `"${'x'.repeat(70_000)}"` },
    { method: 'post', path: '/customers', headers: { 'content-type': 'text/plain' } },
    { method: 'post', path: '/customers', headers: { 'sec-fetch-site': 'cross-site' } },
    { method: 'get', path: '/customers', headers: { cookie: '', authorization: 'Bearer tlk_none' } },
    { method: 'get', path: '/customers', address: '/customers?size=101' },
    { method: 'patch', path: '/customers/{id}', address: `/customers/${customer}`, body: '{"notes":"","version":99}' },
    { method: 'patch', path: '/halls/{id}', address: `/halls/${hall}`, body: '{"title":"South","version":99}' },
    code,
    code,
  ]
  const found: string[] = []
  const statuses = new Map<number, number>()
  for (const it of asked) {
    const { status, body } = await send(it)
    if (status < 400) continue
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    found.push(...violations(it, status, body))
  }
  expect(found).toEqual([])
  expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([400, 401, 403, 404, 409, 413, 415, 422, 429])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300)
})
