import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies } from '#api/policy.ts'
import { testServer, type TestApp } from '../../test/app.ts'
import { httpOwner } from '../../test/browser-session.ts'
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
  // As long as those before it are reckoned to take: a second each, before one was measured.
  expect(refused[0]?.data.retryAfter).toBe(Math.ceil((laneQueue + atOnce) / atOnce))
  expect(await inLane(app.app, 'one', async () => 'free again')).toBe('free again')
})

test('while one member asks for twenty of a report at once, every call of another business is answered, and none of theirs fails', async () => {
  const [busy, other] = [await httpOwner(app.url), await httpOwner(app.url)]
  const asked = Array.from({ length: 20 }, () => busy.rpc('reports.chain'))
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await other.rpc('customers.list', {})).status).toBe(200)
    expect((await fetch(`${app.url}/livez`)).status).toBe(200)
  }
  for (const { status, headers } of await Promise.all(asked)) {
    expect([200, 429]).toContain(status)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

/** Reads of reports that are of one page, one day, or an index. */
const cheap = ['reports.dayExpected', 'reports.dayCloses', 'finance.entries', 'finance.invoices']

test('every reading call of reports and the books is costly, or named as cheap', () => {
  const reading = Object.entries(policies).filter(([name, { writes }]) => /^(?:reports|finance)[.]/.test(name) && writes === 'nothing')
  expect(reading.filter(([, { costly }]) => !costly).map(([name]) => name)).toEqual(expect.arrayContaining(cheap))
  expect(reading.filter(([name, { costly }]) => !costly && !cheap.includes(name))).toEqual([])
})
