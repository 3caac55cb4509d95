import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies, type CallName } from '#entrance/policy.ts'
import { testServer, type TestApp } from '../../test/app.ts'
import { httpOwner } from '../../test/browser-session.ts'
import { filledOwner } from '../../test/filled.ts'
import { inLane, laneQueue, lanes } from './lanes.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

test('one business runs few costly calls at once, some wait, and more are told when to come back; another one is not held up', async () => {
  const atOnce = lanes[app.app.db.engine]
  let [running, most] = [0, 0]
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await gate
    running -= 1
    return 'done'
  }
  const asked = Array.from({ length: 20 }, () => inLane(app.app, 'one', work).catch((error: unknown) => error))
  expect(await inLane(app.app, 'other', async () => 'at once')).toBe('at once')
  open()
  const answers = await Promise.all(asked)
  expect(most).toBe(atOnce)
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(atOnce + laneQueue)
  const refused = answers.filter((answer) => answer !== 'done') as { status: number; data: { retryAfter: number } }[]
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 20 - atOnce - laneQueue }, () => 429))
  // At least as long as the calls before it take, at one per second.
  expect(refused[0]?.data.retryAfter).toBe(laneQueue + atOnce)
  expect(await inLane(app.app, 'one', async () => 'free again')).toBe('free again')
})

test('between two costly calls the process reads what others ask', async () => {
  const order: string[] = []
  // A request takes some turns until it asks the database.
  const another = (turns: number) => setImmediate(() => (turns > 1 ? another(turns - 1) : order.push('another')))
  const calls = ['first', 'second'].map((name) =>
    inLane({ db: { ...app.app.db, engine: 'embedded' }, callRates: null }, 'turns', async () => {
      order.push(name)
      if (name === 'first') another(3)
    }),
  )
  await Promise.all(calls)
  expect(order).toEqual(['first', 'another', 'second'])
})

test('what clients ask for that have gone away takes no turn from the others of their business', async () => {
  const { app: shared, http } = app
  const atOnce = lanes[shared.db.engine]
  const owner = await httpOwner(app.url)
  const closed: Promise<void>[] = []
  const note = (request: IncomingMessage, answer: ServerResponse) => {
    if (request.headers['x-leaving']) closed.push(new Promise((resolve) => answer.once('close', () => setImmediate(resolve))))
  }
  let turns = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  shared.callRates = {
    count: () => {},
    hurry: () => {},
    turn: async () => {
      turns += 1
      await gate
    },
  }
  try {
    const first = Array.from({ length: atOnce }, () => owner.rpc('reports.chain'))
    await expect.poll(() => turns).toBe(atOnce)
    http.server.server.on('request', note)
    const leaving = new AbortController()
    const { signal } = leaving
    const headers = { 'content-type': 'application/json', cookie: owner.cookie, 'x-leaving': 'soon' }
    const asked = Array.from({ length: laneQueue }, () =>
      fetch(`${app.url}/rpc/reports/chain`, { method: 'POST', body: '{}', headers, signal }).catch(() => null),
    )
    await expect.poll(() => closed.length).toBe(laneQueue)
    leaving.abort()
    await Promise.all([...asked, ...closed])
    open()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(atOnce).fill(200))
    expect((await owner.rpc('reports.chain')).status).toBe(200)
    expect(turns).toBe(atOnce + 1)
  } finally {
    http.server.server.off('request', note)
    shared.callRates = null
    open()
  }
})

const days = { from: '2026-01-01', to: '2026-12-31' }
/** Each costly call with an input that reads as much as permitted. */
const costly = (batch: string): Partial<Record<CallName, unknown>> => ({
  'finance.statement': days,
  'finance.profit': days,
  'finance.tax': days,
  'finance.delivered': days,
  'finance.batchMonths': { batch },
  'finance.overview': {},
  'finance.monthEnd': { month: '2026-10' },
  'finance.balance': { day: '2026-12-31' },
  'reports.audit': {},
  'reports.auditors': undefined,
  'reports.chain': undefined,
  'reports.occupancy': days,
  'reports.subscriptions': { from: '2025-01', to: '2026-12' },
  'reports.people': { figure: 'closing', month: '2026-10' },
})

test('R8 while a member and a key ask for twenty of each costly report at once, every call of another business is answered, and none of theirs fails', async () => {
  const [busy, other] = [await filledOwner(app.url), await httpOwner(app.url)]
  const { body } = await busy.rpc('keys.create', { name: 'Reports', scopes: ['read:finance'] })
  const authorization = `Bearer ${String(body['secret'])}`
  const byKey = (path: string) => fetch(`${app.url}/api${path}`, { headers: { authorization } })
  const asked = Object.entries(costly(busy.ids.batch)).flatMap(([name, input]) => Array.from({ length: 20 }, () => busy.rpc(name, input)))
  const keyed = Array.from({ length: 20 }, () => byKey('/reports/chain'))
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await other.rpc('customers.list', {})).status).toBe(200)
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
  }
  const answers = await Promise.all([...asked, ...keyed])
  expect(answers.filter(({ status }) => status !== 200 && status !== 429).map(({ status }) => status)).toEqual([])
  for (const { headers } of answers.filter(({ status }) => status === 429)) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

/** Report reads that cover only one page, one day, or an index. */
const cheap = ['reports.dayExpected', 'reports.dayCloses', 'finance.entries', 'finance.invoices']

test('every reading call of reports and the books is costly, or named as cheap', () => {
  const reading = Object.entries(policies).filter(([name, { writes }]) => /^(?:reports|finance)[.]/.test(name) && writes === 'nothing')
  expect(reading.filter(([, policy]) => !policy.costly).map(([name]) => name)).toEqual(expect.arrayContaining(cheap))
  expect(reading.filter(([name, policy]) => !policy.costly && !cheap.includes(name))).toEqual([])
  expect(reading.flatMap(([name, policy]) => (policy.costly ? [name] : [])).toSorted()).toEqual(Object.keys(costly('')).toSorted())
})
