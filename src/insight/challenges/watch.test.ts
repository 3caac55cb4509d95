import { getEventMeta } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { watchLimit } from '#kernel/watch.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal } from '../../../test/floor.ts'
import { arena } from './challenge.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a reader is told at once what it missed, then of each change, and of nothing else', async () => {
  const { calls, published, mark } = await arena(app, 2)
  const { id } = await published()
  const other = await published({ startsAt: '2026-10-12' })
  const { revision } = await calls.challenges.board({ challenge: id })
  const reader = await calls.challenges.watch({ id }, { lastEventId: String(revision - 1) })
  const first = await reader.next()
  expect(first.value).toEqual({ revision })
  expect(getEventMeta(first.value as object)).toEqual({ id: String(revision) })
  let received: number | undefined
  const next = reader.next().then(({ value }) => (received = (value as { revision: number }).revision))
  await mark('2026-10-12', 0, 'absent')
  await mark('2026-11-30', 0, 'present')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(received).toBeUndefined()
  await mark('2026-10-05', 0, 'present')
  await next
  expect(received).toBe(revision + 1)
  expect((await calls.challenges.board({ challenge: id })).revision).toBe(revision + 1)
  expect((await calls.challenges.board({ challenge: other.id })).revision).toBeGreaterThan(0)
  await reader.return?.()
})

test('a member watches so many boards and no more, and a session that ends takes its readers with it', async () => {
  const { calls, published, owner } = await arena(app, 1)
  const { id } = await published()
  const { revision } = await calls.challenges.board({ challenge: id })
  const lastEventId = String(revision)
  const waiting: Promise<IteratorResult<unknown, unknown>>[] = []
  for (let at = 0; at < watchLimit; at++) waiting.push((await calls.challenges.watch({ id }, { lastEventId })).next())
  expect(await refusal(calls.challenges.watch({ id }, { lastEventId }))).toBe('auth/too-many-requests')
  await platform(app.app.db, (trx) => trx.deleteFrom('sessions').where('userId', '=', owner.userId).execute())
  const ended = await Promise.all(waiting)
  expect(ended.every(({ done }) => done)).toBe(true)
})

test('a process that stops ends its readers, and takes no more', async () => {
  const own = await testApp()
  try {
    const { calls, published } = await arena(own, 1)
    const { id } = await published()
    const { revision } = await calls.challenges.board({ challenge: id })
    const reader = await calls.challenges.watch({ id }, { lastEventId: String(revision) })
    const next = reader.next()
    own.http.drain()
    expect((await next).done).toBe(true)
    expect(await refusal(calls.challenges.watch({ id }))).toBe('server/unavailable')
  } finally {
    await own.close()
  }
})

test('who leaves before the answer comes watches nothing', async () => {
  const { calls, published } = await arena(app, 1)
  const { id } = await published()
  for (let at = 0; at < watchLimit; at++) {
    const leaving = new AbortController()
    const asked = refusal(calls.challenges.watch({ id }, { signal: leaving.signal }))
    leaving.abort()
    await asked
  }
  const reader = await calls.challenges.watch({ id })
  expect((await reader.next()).done).toBe(false)
  await reader.return?.()
})
