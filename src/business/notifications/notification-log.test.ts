import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailer } from '#kernel/mail.ts'
import { runOne } from '#kernel/outbox.ts'
import { runAs } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openReceiver } from '../../../test/inbox.ts'
import { openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'
import { dropOldNotices, noticeDays } from './forget.server.ts'
import { notificationDeliveries, joinMember } from './notifications.sample.ts'

let app: TestApp
let inbox: Awaited<ReturnType<typeof openReceiver>>
let mailer: ReturnType<typeof openMailer>
const answers = new Map<string, string>()
beforeAll(async () => {
  app = await testApp()
  inbox = await openReceiver((recipient) => answers.get(recipient) ?? null)
  mailer = openMailer({ smtpUrl: inbox.url, mailFrom: 'Touchline <no-reply@touchline.example>' })
})
afterAll(async () => {
  mailer.close()
  await inbox.close()
  await app.close()
})

const deliver = async (by: { send: typeof mailer.send } = mailer) => {
  while (await runOne(app.app, { mail: (mail, signal) => by.send(mail, signal) }));
}
const minute = 60_000

/** A business whose customers have addresses; `bill` mails one a receipt, `outcome` returns an address's rows in the log. */
async function desk() {
  const base = await openFloor(app, 5)
  const { calls } = base
  const write = async (name: string) => {
    const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.com`
    return { email, id: (await person(calls, name, { email })).id }
  }
  const bill = async (customer: string) => {
    const line = { kind: 'free' as const, text: 'A ball', quantity: 1, unit: 1000 }
    const { id } = await calls.sales.sell({ customer, items: [line], payments: [{ method: 'cash', amount: 1000 }], total: 1000 })
    await calls.sales.send({ id })
    return id
  }
  const outcome = async (email: string) => (await calls.notifications.log({ search: email.slice(0, 40) })).rows
  return { ...base, write, bill, outcome }
}

test('what became of a mail stands in the log: refused for good, asked to wait and then sent, sent at once, and why', async () => {
  const { write, bill, outcome } = await desk()
  const [unreachable, later, there] = [await write('Gone'), await write('Later'), await write('There')]
  answers.set(unreachable.email, '550 5.1.1 unknown')
  answers.set(later.email, '450 4.2.0 Greylisted')
  const sales = [await bill(unreachable.id), await bill(later.id), await bill(there.id)]
  expect((await outcome(unreachable.email))[0]).toMatchObject({
    state: 'queued',
    attempts: 0,
    channel: 'mail',
    kind: 'receipt',
    about: sales[0],
  })
  await deliver()
  const sentAt = new Date(app.clock.now()).toISOString()
  expect(await outcome(unreachable.email)).toMatchObject([
    { state: 'givenUp', attempts: 1, reason: 'refused', replyCode: 550, isMember: false },
  ])
  expect(await outcome(later.email)).toMatchObject([{ state: 'failed', attempts: 1, reason: 'postponed', replyCode: 450 }])
  expect(await outcome(there.email)).toMatchObject([{ state: 'sent', attempts: 1, reason: null, customer: there.id, stateAt: sentAt }])
  expect(inbox.mails.map(({ to }) => to[0])).toEqual([there.email])
  answers.delete(later.email)
  app.clock.advance(2000)
  await deliver()
  const [row] = await outcome(later.email)
  expect(row).toMatchObject({ state: 'sent', attempts: 2, reason: null, replyCode: null })
  expect(Date.parse(row!.stateAt) - Date.parse(row!.at)).toBe(2000)
  expect(inbox.mails.map(({ to }) => to[0])).toEqual([there.email, later.email])
})

test('a server that is down is told as such, a day of it gives up, and a mail that would come too late is dropped', async () => {
  const { calls, owner, write, bill, outcome, service, batch } = await desk()
  const down = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'Touchline <no-reply@touchline.example>' })
  const [amal, badr, celine] = [await write('Amal'), await write('Badr'), await write('Celine')]
  await bill(amal.id)
  await deliver(down)
  expect(await outcome(amal.email)).toMatchObject([{ state: 'failed', attempts: 1, reason: 'unreachable', replyCode: null }])
  const place = await calls.batches.create(batch({ name: 'One', totalCandidates: 1, startingTime: '08:00', endingTime: '09:00' }))
  const first = await calls.enrolments.enrol({ batch: place.id, customer: amal.id })
  await calls.enrolments.enrol({ batch: place.id, customer: badr.id, ifFull: 'wait' })
  await calls.enrolments.cancel({ ...seen(first), when: 'now' })
  await calls.enrolments.offerNext({ batch: place.id })
  const request = { customer: celine.id, service: service.id, quote: 'Ten afternoons', offeredPrice: 1000 }
  await calls.quotes.send(seen(await calls.quotes.create(request)))
  for (let hours = 0; hours <= 49; hours += 7) {
    app.clock.advance(7 * 60 * minute)
    await deliver(down)
  }
  down.close()
  await travel(app, owner, app.clock.now())
  expect(await outcome(amal.email)).toMatchObject([{ kind: 'receipt', state: 'givenUp', reason: 'unreachable' }])
  expect(await outcome(badr.email)).toMatchObject([{ kind: 'placeOffer' }])
  expect(['dropped', 'givenUp']).toContain((await outcome(badr.email))[0]?.state)
  // An offer that was never tried while it was valid: the product was down.
  const waiting = await write('Dina')
  await calls.quotes.send(seen(await calls.quotes.create({ ...request, customer: waiting.id })))
  app.clock.advance(30 * 24 * 60 * minute)
  await deliver()
  await travel(app, owner, app.clock.now())
  expect(await outcome(waiting.email)).toMatchObject([{ kind: 'quoteOffer', state: 'dropped', attempts: 0 }])
  expect(inbox.mails.map(({ to }) => to[0])).not.toContain(waiting.email)
})

test('a process that another overtook writes nothing over what the other did', async () => {
  const { write, bill, outcome } = await desk()
  const amal = await write('Amal')
  await bill(amal.id)
  const standing = async () => {
    app.clock.advance(minute)
    await deliver()
    throw new Error('Planted')
  }
  await runOne(app.app, { mail: standing })
  expect(await outcome(amal.email)).toMatchObject([{ state: 'sent', attempts: 1, reason: null }])
  expect(inbox.mails.filter(({ to }) => to[0] === amal.email)).toHaveLength(1)
  expect(await runOne(app.app, { mail: standing })).toBe(false)
})

test('without a mail server the log says that mails were kept here', async () => {
  const { write, bill, outcome } = await desk()
  const localMailer = openMailer({ smtpUrl: null, mailFrom: '' } as never)
  const amal = await write('Amal')
  await bill(amal.id)
  await deliver(localMailer)
  expect(await outcome(amal.email)).toMatchObject([{ state: 'kept' }])
  expect(localMailer.captured).toHaveLength(1)
})

test('after 400 days it is forgotten who was told what, a business at a time', async () => {
  const [one, other] = [await desk(), await desk()]
  for (const { bill, write } of [one, other]) await bill((await write('Amal')).id)
  const logged = async () =>
    (await Promise.all([one, other].map(({ owner }) => notificationDeliveries(app, owner.vendorId)))).map((rows) => rows.length)
  const before = await logged()
  const drop = () => runAs(app.app, 'system', one.owner.vendorId, dropOldNotices)
  app.clock.advance(noticeDays * 24 * 60 * minute)
  await drop()
  expect(await logged()).toEqual(before)
  app.clock.advance(1)
  await drop()
  expect(await logged()).toEqual([0, before[1]])
})

test('mails of a code stand in no log; neither does what a mail says', async () => {
  const { owner, write, bill } = await desk()
  await app.browser().calls.accounts.sendOtp({ email: owner.email })
  await bill((await write('Amal')).id)
  const rows = await notificationDeliveries(app, owner.vendorId)
  expect(rows.map(({ kind }) => kind)).toEqual(['receipt'])
  expect(JSON.stringify(rows)).not.toContain('A ball')
})

test('the log is the owner’s: by kind, way, result and day, a page at a time; no one else and no other business sees it', async () => {
  const { calls, owner, write, bill } = await desk()
  for (const name of ['Amal', 'Badr', 'Celine']) await bill((await write(name)).id)
  const { id, version } = await calls.sessions.list({ from: '2026-10-06', to: '2026-12-31' }).then(({ rows }) => rows[0]!)
  await calls.sessions.cancel({ id, version, reason: 'Rain', tell: true })
  await app.browser().calls.accounts.signIn({ email: owner.email, password: owner.password })
  expect((await calls.notifications.log({})).rows.map(({ kind, channel }) => `${kind} ${channel}`).toSorted()).toEqual([
    'newBrowser app',
    'newBrowser mail',
    ...Array.from({ length: 3 }, () => 'receipt mail'),
  ])
  const total = async (input: object) => (await calls.notifications.log(input)).total
  expect([
    await total({ kind: 'receipt' }),
    await total({ channel: 'app' }),
    await total({ state: 'queued' }),
    await total({ from: '2026-10-05', to: '2026-10-05' }),
    await total({ to: '2026-10-04' }),
    await total({ from: '2026-10-06' }),
    await total({ search: owner.email.slice(0, 40) }),
  ]).toEqual([3, 1, 4, 5, 0, 0, 2])
  const pages = await Promise.all([1, 2, 3].map((page) => calls.notifications.log({ page, size: 2 })))
  expect(new Set(pages.flatMap(({ rows }) => rows.map((row) => row.id))).size).toBe(5)
  const manager = await (await joinMember(app, owner, { role: 'manager' })).signIn()
  expect(await refusal(manager.calls.notifications.log({}))).toBe('permission/denied')
  const other = await app.owner()
  expect((await other.calls.notifications.log({})).total).toBe(0)
})
