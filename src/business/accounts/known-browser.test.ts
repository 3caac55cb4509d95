import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { dropExpired } from './expired.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const seenAt = async (userId: string) =>
  (await platform(app.app.db, (trx) => trx.selectFrom('knownBrowsers').select('seenAt').where('userId', '=', userId).execute())).map(
    (row) => row.seenAt,
  )
const after = (ms: number) => {
  app.clock.advance(ms)
  return new Date(app.clock.now()).toISOString()
}

test('the use of a known browser is noted once a day, and it stays known as long as its cookie', async () => {
  const { calls, email, password, userId } = await app.owner()
  const [first] = await seenAt(userId)
  after(5 * hourMs)
  await calls.accounts.signIn({ email, password })
  expect(await seenAt(userId)).toEqual([first])
  const noted = after(dayMs)
  await calls.accounts.signIn({ email, password })
  expect(await seenAt(userId)).toEqual([noted])
  // This last use is too soon after the stored one to be stored.
  after(dayMs - 1)
  await calls.accounts.signIn({ email, password })
  after(400 * dayMs)
  await platform(app.app.db, (trx) => dropExpired(trx, app.app))
  expect(await seenAt(userId)).toEqual([noted])
  after(1)
  await platform(app.app.db, (trx) => dropExpired(trx, app.app))
  expect(await seenAt(userId)).toEqual([])
})

test('a sign-in in the other language turns the mails to it', async () => {
  const { calls, email, password, userId } = await app.owner()
  const language = () =>
    platform(app.app.db, (trx) => trx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirstOrThrow())
  await platform(app.app.db, (trx) => trx.updateTable('users').set({ language: 'ar' }).where('id', '=', userId).execute())
  await calls.accounts.signIn({ email, password })
  expect(await language()).toEqual({ language: 'en' })
})
