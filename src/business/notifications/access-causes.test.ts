import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { news } from './notifications.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The last mail to an address, without the isolation marks around user text. */
const mailTo = async (email: string) => (await app.mails()).findLast(({ to }) => to === email)?.text.replaceAll(/[\u2068\u2069]/g, '') ?? ''

test('what gives others a way in is told to the owner alone: an API key, a webhook, who joins the team', async () => {
  const owner = await app.owner()
  const { calls, email } = owner
  await onPlan(owner, 'elite')
  await joined(app, owner, 'manager')
  const newsOf = await news(app, owner.vendorId)
  await calls.keys.create({ name: 'Till', scopes: ['read:customers'], expiresOn: null })
  expect(await newsOf('keyMade')).toEqual({ owner: 'app mail' })
  expect(await mailTo(email)).toContain(`${email} created the API key Till.`)
  await calls.webhooks.create({ url: 'https://hooks.example.com/secret-path', events: ['customer.created'] })
  expect(await newsOf('webhookMade')).toEqual({ owner: 'app mail' })
  expect(await mailTo(email)).toContain(`${email} created a webhook to hooks.example.com.`)
  const member = await joined(app, owner, 'accountant')
  expect(await newsOf('memberAdded')).toEqual({ owner: 'app mail' })
  expect(await mailTo(email)).toContain(`${member.email} accepted the invitation and joined as accountant.`)
})

test('a sign-in beyond the twenty that may be open is told once for each that ends an older one', async () => {
  const owner = await app.owner()
  const newsOf = await news(app, owner.vendorId)
  for (let open = 2; open <= 22; open++) {
    await app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password })
    expect(await newsOf('sessionEnded'), String(open)).toEqual(open <= 20 ? {} : { owner: 'app mail' })
  }
})
