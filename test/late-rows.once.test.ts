import { expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { firstAnswersId, memberCookie } from '#lib/first-answers.ts'
import { testServer } from './app.ts'
import { httpOwner } from './browser-session.ts'

test('a page whose rows are late is sent without them, and the next one has them', async () => {
  const app = await testServer({ NODE_ENV: 'production', PAGE_WAIT: '20' })
  const owner = await httpOwner(app.url)
  const { body } = await owner.rpc('accounts.session')
  const cookie = `${owner.cookie}; ${memberCookie}=${String(body['userId'])}`
  const page = async () => (await fetch(app.url, { headers: { cookie } })).text()
  // An embedded database has one connection: the page waits for the end of this transaction.
  const frame = await platform(app.app.db, page)
  expect(frame).toContain('hidden=""')
  expect(frame).not.toContain(firstAnswersId)
  app.app.config.pageWait = 60_000
  await expect.poll(page).toContain(firstAnswersId)
  await app.close()
})
