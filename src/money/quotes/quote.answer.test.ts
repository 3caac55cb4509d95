import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { sessionCookie } from '#kernel/base.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen, start, travel } from '../../../test/floor.ts'
import { quoteDesk, mailed, sent } from './quote.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000

test('twenty answers at once: one counts', async () => {
  const base = await quoteDesk(app)
  const { quote, token } = await sent(app, base)
  const kinds = ['accept', 'decline', 'counter'] as const
  const said = await Promise.all(
    Array.from({ length: 20 }, (_, at) => refusal(app.browser().calls.quotes.answer({ token, answer: kinds[at % 3]!, price: 5000 }))),
  )
  expect(said.toSorted()).toEqual(['accepted', ...Array.from({ length: 19 }, () => 'quote/state')])
  const { version, steps } = await base.calls.quotes.get({ id: quote.id })
  expect([version, steps.filter(({ isCustomer }) => isCustomer).length]).toEqual([3, 1])
})

test('a quote runs out after its last day where the business is, and its link with it', async () => {
  const base = await quoteDesk(app)
  const { calls, owner } = base
  const { quote, token } = await sent(app, base, { validUntil: '2026-10-07' })
  const customer = app.browser()
  // 7 October, 23:59 in Dubai.
  await travel(app, owner, Date.UTC(2026, 9, 7, 19, 59))
  expect(await customer.calls.quotes.offer({ token })).toMatchObject({ state: 'sent' })
  app.clock.set(Date.UTC(2026, 9, 7, 20, 0))
  expect(await refusal(customer.calls.quotes.offer({ token }))).toBe('document/not-found')
  expect(await refusal(customer.calls.quotes.answer({ token, answer: 'accept' }))).toBe('document/not-found')
  const over = await calls.quotes.get({ id: quote.id })
  expect(over).toMatchObject({ state: 'expired', version: quote.version })
  for (const action of ['send', 'withdraw', 'decline', 'acceptCounter', 'convert'] as const)
    expect(await refusal(calls.quotes[action](seen(over))), action).toBe('quote/state')
  expect((await calls.quotes.list({ state: 'expired' })).rows.map(({ id }) => id)).toEqual([quote.id])
  expect((await calls.quotes.list({ state: 'sent' })).total).toBe(0)
  // A draft does not expire, but cannot be sent with a day that is past.
  const late = await calls.quotes.create({ ...base.request, validUntil: '2026-10-08' })
  await travel(app, owner, start + 5 * dayMs)
  expect(await calls.quotes.get({ id: late.id })).toMatchObject({ state: 'draft' })
  expect(await refusal(calls.quotes.send(seen(late)))).toBe('quotes.validUntil.past')
  expect(await refusal(calls.quotes.create({ ...base.request, validUntil: '2026-10-09' }))).toBe('quotes.validUntil.past')
  expect(await refusal(calls.quotes.create({ ...base.request, validUntil: '2027-10-12' }))).toBe('quotes.validUntil.far')
})

test('a link is of one quote, ends with a new one and with a withdrawal, and a wrong one tells nothing', async () => {
  const base = await quoteDesk(app)
  const { calls } = base
  const first = await sent(app, base)
  const customer = app.browser()
  const said = (token: string) => refusal(customer.calls.quotes.offer({ token }))
  const again = await calls.quotes.send(seen(first.quote))
  const { token } = await mailed(app, base.email)
  expect([await said(first.token), await said(token), await said('A'.repeat(43))]).toEqual([
    'document/not-found',
    'accepted',
    'document/not-found',
  ])
  expect(await said('short')).toBe('offer.gone')
  const { rows: stored } = await platform(app.app.db, (trx) =>
    sql<{ text: string }>`select l::text as "text" from "quoteLinks" l`.execute(trx),
  )
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  await calls.quotes.withdraw(seen(again))
  const errors = await Promise.all(
    [token, 'B'.repeat(43)].map((one) =>
      customer.calls.quotes.answer({ token: one, answer: 'accept' }).catch((error: unknown) => JSON.stringify(error)),
    ),
  )
  expect(errors[0]).toBe(errors[1])
  expect(await calls.quotes.get({ id: again.id })).toMatchObject({ state: 'withdrawn' })
  // Ten mails an hour for a quote.
  const other = await calls.quotes.create(base.request)
  let last = other
  for (let mail = 1; mail <= 10; mail++) last = await calls.quotes.send(seen(last))
  expect(await refusal(calls.quotes.send(seen(last)))).toBe('auth/too-many-requests')
  // An address that keeps asking all day is refused, whatever it asks for.
  const stranger = app.browser()
  for (let asked = 1; asked <= 30; asked++) await refusal(stranger.calls.quotes.answer({ token: 'C'.repeat(43), answer: 'accept' }))
  expect(await refusal(stranger.calls.quotes.answer({ token: 'C'.repeat(43), answer: 'accept' }))).toBe('auth/too-many-requests')
})

test('many quotes fill no one’s mailbox', async () => {
  const base = await quoteDesk(app)
  const { calls, request } = base
  const send = async (more: object = {}) => calls.quotes.send(seen(await calls.quotes.create({ ...request, ...more })))
  for (let mail = 1; mail <= 30; mail++) await send()
  expect(await refusal(send())).toBe('auth/too-many-requests')
  const other = await person(calls, 'Basma', { email: `basma-${base.email}` })
  expect(await refusal(send({ customer: other.id }))).toBe('accepted')
})

test.each([
  ['evil.example', null],
  ['evil.example:3000', null],
  ['localhost.evil.example', null],
  ['127.0.0.1@evil.example', null],
  ['localhost:4000', 'http://localhost:4000'],
  ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
])('I6 the link in a mail leads home where a request names %s as its host', async (host, home) => {
  const base = await quoteDesk(app)
  const quote = await base.calls.quotes.create(base.request)
  const answer = await app.http.server.inject({
    method: 'POST',
    url: '/rpc/quotes/send',
    headers: { host, 'content-type': 'application/json', cookie: `${sessionCookie}=${base.owner.cookies[sessionCookie]}` },
    payload: { json: seen(quote) },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const { mail } = await mailed(app, base.email)
  expect(mail?.text).toContain(`${home ?? `http://localhost:${app.app.config.port}`}/quote?lang=en#`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
})

test('a declined counter-offer is told, in the customer’s language; merged customers keep their quotes', async () => {
  const base = await quoteDesk(app, 5, { language: 'ar' })
  const { calls } = base
  const { quote, mail, token } = await sent(app, base)
  expect(mail?.subject).toMatch(/^عرض السعر Q2026-00001/)
  expect([mail?.html.includes('dir="rtl"'), mail?.text.includes('/quote?lang=ar#')]).toEqual([true, true])
  await app.browser().calls.quotes.answer({ token, answer: 'counter', price: 100 })
  expect(await calls.quotes.decline(seen(await calls.quotes.get({ id: quote.id })))).toMatchObject({ state: 'declined' })
  expect((await mailed(app, base.email)).mail?.subject).toBe(`عرضك بشأن عرض السعر ${quote.number}`)
  const remaining = await person(calls, 'Amal')
  await calls.customers.merge({ ...seen(remaining), drop: base.amal.id })
  expect((await calls.quotes.list({ customer: remaining.id })).rows.map(({ id }) => id)).toEqual([quote.id])
})
