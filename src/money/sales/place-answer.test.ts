import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { offerPlaces } from '#timetable/enrolments/offer.auto.server.ts'
import { scanIntervalMs } from '#timetable/enrolments/offer-queue.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://office.example' })
})
afterAll(() => app.close())

const hourMs = 3_600_000

/** Lets the time between two scans pass, and scans every waiting list. */
async function scan(): Promise<void> {
  app.clock.advance(scanIntervalMs)
  await offerPlaces(app.app)
}

type Waiting = { name: string; email?: string; language?: 'en' | 'ar' }

/** A full batch at 350.00 a month with the people who wait for it, in order; two people have its two places. */
async function fullBatch(waiting: readonly Waiting[], more: object = {}) {
  const base = await openFloor(app, 2)
  const { calls } = base
  const batch = await calls.batches.create(base.batch({ ...dated, totalCandidates: 2, trainingDays: week(3), ...more }))
  const places: Enrolment[] = []
  for (const name of ['Amal', 'Badr'])
    places.push(await calls.enrolments.enrol({ batch: batch.id, customer: (await person(calls, name)).id, terms: 'bill' }))
  const people = []
  for (const { name, ...contact } of waiting) {
    app.clock.advance(1000)
    const customer = await person(calls, name, contact)
    people.push({ customer, row: await calls.enrolments.enrol({ batch: batch.id, customer: customer.id, ifFull: 'wait' }) })
  }
  const states = async () => {
    const { rows } = await calls.enrolments.list({ batch: batch.id, state: 'all', sort: 'queuedAt', direction: 'asc' })
    return rows.slice(2).map(({ firstName, state }) => `${firstName} ${state}`)
  }
  const free = async (at = 0) =>
    calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: places[at]!.id })), when: 'now', reason: 'Moved away' })
  return { ...base, batch, places, people, states, free }
}

const email = () => `waiting-${Math.random().toString(36).slice(2)}@example.com`

/** The newest mail to an address, and the secrets of its links. */
async function mailTo(to: string) {
  const mail = (await app.mails()).findLast((one) => one.to === to)
  const text = mail?.text ?? ''
  return { mail, text, token: /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '' }
}

test('a freed place is offered by itself; the link shows what is billed, takes the place and bills exactly that', async () => {
  const [to, after] = [email(), email()]
  const { calls, batch, people, states, free, owner } = await fullBatch([
    { name: 'Celine', email: to },
    { name: 'Dina', email: after, language: 'ar' },
  ])
  await calls.setup.saveTax({ rate: 500, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  await scan()
  expect(await states()).toEqual(['Celine waitlisted', 'Dina waitlisted'])
  await free()
  await scan()
  expect(await states()).toEqual(['Celine offered', 'Dina waitlisted'])
  const offered = await calls.enrolments.get({ id: people[0]!.row.id })
  const offeredUntil = new Date(app.clock.now() + 48 * hourMs).toISOString()
  expect(offered).toMatchObject({ isAutoOffer: true, offeredUntil })
  const { mail, text, token } = await mailTo(to)
  expect(mail?.subject).toBe('A place in Juniors is available for you')
  expect(text).toContain(`https://office.example/place?lang=en#${token}\n`)
  expect(text).toContain(`https://office.example/place?lang=en&answer=decline#${token}\n`)
  expect(mail?.html).toContain('>Accept the place</a>')
  expect(mail?.html).toContain('>No, thank you</a>')
  expect(await mailTo(after)).toMatchObject({ text: '' })
  const customer = app.browser()
  const shown = await customer.calls.enrolments.place({ token })
  // 5 October to 4 November: a whole month of the place's own at 350.00, and 5 % tax on top of it.
  expect(shown).toMatchObject({
    batchName: 'Juniors',
    startDate: '2026-10-05',
    endDate: '2026-12-31',
    startingTime: '17:00',
    price: 35_000,
    priceUnit: 'month',
    bill: { fromDay: '2026-10-05', toDay: '2026-11-04' },
    billedFrom: null,
    offeredUntil,
    state: 'open',
    vendor: { country: 'AE', timeZone: 'Asia/Dubai' },
  })
  expect(JSON.stringify(shown)).not.toMatch(/Celine|@example/)
  // Reading changes nothing, however often.
  for (let read = 0; read < 5; read += 1) await customer.calls.enrolments.place({ token })
  expect(await calls.enrolments.get({ id: offered.id })).toEqual(offered)
  // Another bill than the one that was shown: nothing is accepted.
  expect(await refusal(customer.calls.enrolments.answer({ token, answer: 'accept', total: 36_749 }))).toBe('enrolment/state')
  expect(await calls.enrolments.get({ id: offered.id })).toEqual(offered)
  expect(await customer.calls.enrolments.answer({ token, answer: 'accept', total: 36_750 })).toMatchObject({
    state: 'accepted',
    bill: null,
    offeredUntil: null,
  })
  const accepted = await calls.enrolments.get({ id: offered.id })
  expect(accepted).toMatchObject({ state: 'active', billedThrough: '2026-11-04', owed: shown.bill?.total })
  expect([shown.bill?.total, accepted.nextChargeOn]).toEqual([36_750, '2026-11-05'])
  // Once more, and the other answer: nothing changes.
  expect(await customer.calls.enrolments.answer({ token, answer: 'accept' })).toMatchObject({ state: 'accepted' })
  expect(await refusal(customer.calls.enrolments.answer({ token, answer: 'decline' }))).toBe('enrolment/state')
  expect(await calls.enrolments.get({ id: offered.id })).toEqual(accepted)
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{
      action: string
      role: string
    }>`select "action", "role" from "audit" where "vendorId" = ${owner.vendorId} and "target" = ${offered.id}
      order by "at", "id"`.execute(trx),
  )
  expect(rows.map(({ action, role }) => `${action} ${role}`)).toEqual(['create owner', 'offer system', 'accept customer'])
  const sales = await calls.sales.list({ customer: people[0]!.customer.id })
  expect(sales.rows.map(({ total }) => total)).toEqual([36_750])
  expect((await mailTo(to)).mail?.subject).not.toBe(mail?.subject)
  expect((await calls.notifications.list({})).rows.filter(({ kind }) => kind === 'offerAccepted')).toHaveLength(1)
  await scan()
  expect(await states()).toEqual(['Celine active', 'Dina waitlisted'])
  expect((await calls.batches.get({ id: batch.id })).enrolled).toBe(2)
})

test('a declined and an expired offer go to the next person; each link says what became of it', async () => {
  const addresses = [email(), email(), email()]
  const { calls, owner, states, free } = await fullBatch([
    { name: 'Celine', email: addresses[0]! },
    { name: 'Dina', email: addresses[1]!, language: 'ar' },
    { name: 'Emad', email: addresses[2]! },
  ])
  await free()
  await scan()
  const first = await mailTo(addresses[0]!)
  const customer = app.browser()
  expect(await customer.calls.enrolments.answer({ token: first.token, answer: 'decline' })).toMatchObject({ state: 'declined', bill: null })
  expect(await customer.calls.enrolments.answer({ token: first.token, answer: 'decline' })).toMatchObject({ state: 'declined' })
  expect(await refusal(customer.calls.enrolments.answer({ token: first.token, answer: 'accept' }))).toBe('enrolment/state')
  expect((await calls.notifications.list({})).rows.filter(({ kind }) => kind === 'offerDeclined')).toHaveLength(1)
  await scan()
  expect(await states()).toEqual(['Celine cancelled', 'Dina offered', 'Emad waitlisted'])
  const second = await mailTo(addresses[1]!)
  expect(second.mail?.subject).toBe('مقعد في Juniors متاح لك')
  expect(second.text).toContain(`https://office.example/place?lang=ar#${second.token}`)
  expect(second.text).toContain(`https://office.example/place?lang=ar&answer=decline#${second.token}`)
  expect(second.mail?.html).toContain('dir="rtl"')
  await travel(app, owner, app.clock.now() + 48 * hourMs)
  expect(await customer.calls.enrolments.place({ token: second.token })).toMatchObject({ state: 'expired', bill: null, offeredUntil: null })
  expect(await refusal(customer.calls.enrolments.answer({ token: second.token, answer: 'accept' }))).toBe('enrolment/state')
  await scan()
  expect(await states()).toEqual(['Celine cancelled', 'Dina expired', 'Emad offered'])
  const third = await mailTo(addresses[2]!)
  expect(await refusal(customer.calls.enrolments.answer({ token: second.token, answer: 'accept' }))).toBe('enrolment/state')
  expect(await customer.calls.enrolments.answer({ token: third.token, answer: 'accept' })).toMatchObject({ state: 'accepted' })
  // A month after the end of the offer the link opens nothing any more.
  app.clock.advance(32 * 24 * hourMs)
  expect(await refusal(customer.calls.enrolments.place({ token: third.token }))).toBe('document/not-found')
})

test('of accepting and declining at once one wins, twenty answers at once', async () => {
  const to = email()
  const { calls, people, free } = await fullBatch([{ name: 'Celine', email: to }])
  await free()
  await scan()
  const { token } = await mailTo(to)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      app
        .browser()
        .calls.enrolments.answer({ token, answer: at % 2 === 0 ? 'accept' : 'decline' })
        .then(
          ({ state }) => state,
          (error: { code: string }) => error.code,
        ),
    ),
  )
  const [winner] = answers.filter((one) => one === 'accepted' || one === 'declined')
  expect(answers.toSorted()).toEqual([...Array<string>(10).fill(winner ?? ''), ...Array<string>(10).fill('enrolment/state')].toSorted())
  const row = await calls.enrolments.get({ id: people[0]!.row.id })
  expect(row.state).toBe(winner === 'accepted' ? 'active' : 'cancelled')
  expect((await calls.sales.list({ customer: row.customer })).total).toBe(winner === 'accepted' ? 1 : 0)
})

test('a wrong link tells nothing, an address that tries all day is refused, and only a hash is stored', async () => {
  const to = email()
  const { calls, people, free } = await fullBatch([{ name: 'Celine', email: to }])
  await free()
  await scan()
  const { token } = await mailTo(to)
  const customer = app.browser()
  const errors = await Promise.all(
    ['A'.repeat(43), 'B'.repeat(43)].map((one) =>
      customer.calls.enrolments.place({ token: one }).catch((error: unknown) => JSON.stringify(error)),
    ),
  )
  expect(errors[0]).toBe(errors[1])
  expect(await refusal(customer.calls.enrolments.answer({ token: 'A'.repeat(43), answer: 'accept' }))).toBe('document/not-found')
  expect(await refusal(customer.calls.enrolments.place({ token: 'short' }))).toBe('place.gone')
  const { rows: stored } = await platform(app.app.db, (trx) =>
    sql<{ text: string }>`select l::text as "text" from "offerLinks" l`.execute(trx),
  )
  expect(stored.length).toBeGreaterThan(0)
  expect(JSON.stringify(stored)).not.toContain(token)
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  const stranger = app.browser()
  for (let asked = 1; asked <= 30; asked += 1) await refusal(stranger.calls.enrolments.answer({ token: 'C'.repeat(43), answer: 'accept' }))
  expect(await refusal(stranger.calls.enrolments.answer({ token, answer: 'accept' }))).toBe('auth/too-many-requests')
  for (let asked = 1; asked <= 120; asked += 1) await refusal(stranger.calls.enrolments.place({ token: 'C'.repeat(43) }))
  expect(await refusal(stranger.calls.enrolments.place({ token }))).toBe('auth/too-many-requests')
  expect(await calls.enrolments.get({ id: people[0]!.row.id })).toMatchObject({ state: 'offered' })
})

test('no one takes a place of a batch or a business that takes nobody, nor one who was blocked or erased', async () => {
  const [to, other] = [email(), email()]
  const { calls, batch, people, free, owner } = await fullBatch([
    { name: 'Celine', email: to },
    { name: 'Dina', email: other },
  ])
  await free(0)
  await free(1)
  await scan()
  const [{ token }, { token: second }] = [await mailTo(to), await mailTo(other)]
  const { calls: customer } = app.browser()
  const said = async (one: string) => [
    await customer.enrolments.place({ token: one }).then(
      ({ state, bill }) => `${state} ${JSON.stringify(bill)}`,
      (error: { code: string }) => error.code,
    ),
    await refusal(customer.enrolments.answer({ token: one, answer: 'accept' })),
  ]
  const celine = people[0]!.customer
  const blocked = await calls.customers.block(seen(celine))
  expect(await said(token)).toEqual(['closed null', 'enrolment/state'])
  await calls.customers.unblock(seen(blocked))
  expect(await customer.enrolments.place({ token })).toMatchObject({ state: 'open' })
  const setTrial = (trialStartedAt: string) =>
    platform(app.app.db, (trx) =>
      trx.updateTable('vendorPlans').set({ trialStartedAt, plan: null }).where('vendorId', '=', owner.vendorId).execute(),
    )
  await setTrial('2026-01-01T00:00:00Z')
  expect(await said(token)).toEqual(['closed null', 'enrolment/state'])
  await setTrial('2026-10-01T00:00:00Z')
  await calls.batches.cancel({ ...seen(await calls.batches.get({ id: batch.id })), reason: 'No hall' })
  expect(await said(token)).toEqual(['closed null', 'enrolment/state'])
  const dina = await calls.customers.get({ id: people[1]!.customer.id })
  await calls.customers.erase({ ...seen(dina), name: dina.firstName, reason: 'They asked' })
  expect(await said(second)).toEqual(['document/not-found', 'document/not-found'])
  expect((await calls.sales.list({ customer: celine.id })).total).toBe(0)
})

test('a bill by the business’s own billing day covers the rest of the month, and a session nothing', async () => {
  const to = email()
  const { calls, people, free, owner } = await fullBatch([{ name: 'Celine', email: to }])
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', offerHours: 24, version: 0 })
  await travel(app, owner, start + 3 * 24 * hourMs)
  await free()
  await scan()
  const { token } = await mailTo(to)
  const { calls: customer } = app.browser()
  const offer = await customer.enrolments.place({ token })
  // 8 to 31 October: 24 of 31 days of 350.00 are 270.97.
  expect(offer).toMatchObject({
    startDate: '2026-10-08',
    bill: { fromDay: '2026-10-08', toDay: '2026-10-31', total: 27_097 },
    offeredUntil: new Date(app.clock.now() + 24 * hourMs).toISOString(),
  })
  await customer.enrolments.answer({ token, answer: 'accept' })
  expect(await calls.enrolments.get({ id: people[0]!.row.id })).toMatchObject({ owed: 27_097, billedThrough: '2026-10-31' })
  const single = email()
  const visits = await fullBatch([{ name: 'Farah', email: single }], { priceUnit: 'session', price: 5000 })
  await visits.free()
  await scan()
  const session = await customer.enrolments.place({ token: (await mailTo(single)).token })
  expect(session).toMatchObject({ bill: null, billedFrom: null, price: 5000, priceUnit: 'session', state: 'open' })
})
