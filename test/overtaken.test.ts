import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { composeMail } from '#kernel/mail.ts'
import { Ambiguous, PermanentError, queue, runOne } from '#kernel/outbox.ts'
import { testApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => platform(app.app.db, (trx) => trx.deleteFrom('outbox').execute()))
afterAll(() => app.close())

const waiting = () =>
  platform(app.app.db, (trx) => trx.selectFrom('outbox').select(['attempts', 'lastError', 'leasedUntil', 'runAt']).execute())

/**
 * Makes one process stall on an email until another sends it.
 * @returns the row as claimed by the other, and a function that ends the other's sending
 */
async function overtaken(ending: () => Promise<void>, signal?: AbortSignal) {
  const mail = composeMail('late@example.com', 'en', 'accounts.mail.passwordChanged')
  await platform(app.app.db, (trx) => queue(trx, app.app, 'mail', mail))
  const sent = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  let other: Promise<boolean> | undefined
  let before: Awaited<ReturnType<typeof waiting>> = []
  const stood = async () => {
    app.clock.advance(60_000)
    other = runOne(app.app, { mail: () => (taken.resolve(), sent.promise) })
    await taken.promise
    before = await waiting()
    await ending()
  }
  await runOne(app.app, { mail: stood }, signal)
  return { before, end: (error?: Error) => (error ? sent.reject(error) : sent.resolve(), other) }
}

const stop = new AbortController()
test.each([
  ['fails', () => Promise.reject(new Error('Planted')), undefined],
  ['may have sent it', () => Promise.reject(new Ambiguous(new Error('Planted'))), undefined],
  ['finds it hopeless', () => Promise.reject(new PermanentError(new Error('Planted'))), undefined],
  ['is stopped', () => (stop.abort(), Promise.reject(new Error('Cut off'))), stop.signal],
])('a mail that another process took over is the other’s alone when the first one %s', async (_, ending, signal) => {
  const { before, end } = await overtaken(ending, signal)
  expect(before).toMatchObject([{ attempts: 2, lastError: null, leasedUntil: expect.any(String) }])
  expect(await waiting()).toEqual(before)
  expect(await runOne(app.app, { mail: () => Promise.resolve() })).toBe(false)
  await end()
  expect(await waiting()).toEqual([])
})

test('a mail that the first process sent after all is not tried a third time, whatever the other meets', async () => {
  const { end } = await overtaken(() => Promise.resolve())
  await end(new Error('Planted'))
  app.clock.advance(3_600_000)
  expect(await runOne(app.app, { mail: () => Promise.resolve() })).toBe(false)
})
