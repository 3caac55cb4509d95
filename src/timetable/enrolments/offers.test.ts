import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { platform } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'
import type { Enrolment } from './enrolment.contract.ts'
import { offerForNext, offerPlaces } from './offer.auto.server.ts'
import { scanIntervalMs } from './offer-queue.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://office.example' })
})
afterAll(() => app.close())

type Base = Awaited<ReturnType<typeof openFloor>>

/** A batch on another evening with places of which all are taken, and people who wait, in order. */
async function fullBatch(base: Base, places: number, waiting: readonly string[], more: object = {}) {
  const { calls } = base
  const batch = await calls.batches.create(base.batch({ ...dated, totalCandidates: places, trainingDays: week(3), ...more }))
  const enrol = async (name: string, contact: object = {}) => {
    app.clock.advance(1000)
    const customer = await person(calls, name, contact)
    return calls.enrolments.enrol({ batch: batch.id, customer: customer.id, ifFull: 'wait' })
  }
  const taken: Enrolment[] = []
  for (let place = 1; place <= places; place += 1) taken.push(await enrol(`Taken ${place}`))
  const rows: Enrolment[] = []
  for (const name of waiting) rows.push(await enrol(name, { email: `${name}-${Math.random().toString(36).slice(2)}@example.com` }))
  /** The first names of the people with an offer. */
  const offered = async () =>
    (await calls.enrolments.list({ batch: batch.id, state: 'offered', sort: 'queuedAt', direction: 'asc' })).rows.map(
      ({ firstName }) => firstName,
    )
  const cancel = async (at: number) =>
    calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: taken[at]!.id })), when: 'now', reason: 'Moved away' })
  return { batch, taken, rows, offered, cancel }
}

/** The row by which the waiting lists of a business are scanned. */
async function queued({ owner }: Base): Promise<number> {
  const rows = await platform(app.app.db, (trx) =>
    trx.selectFrom('offerQueue').select('vendorId').where('vendorId', '=', owner.vendorId).execute(),
  )
  return rows.length
}

async function scan(): Promise<void> {
  app.clock.advance(scanIntervalMs)
  await offerPlaces(app.app)
}

test('two free places, five who wait, ten scans at once in each of five rounds: exactly two offers, to the first two', async () => {
  const base = await openFloor(app, 1)
  for (let round = 0; round < 5; round += 1) {
    const hour = String(8 + round).padStart(2, '0')
    const hours = { startingTime: `${hour}:00`, endingTime: `${hour}:30` }
    const { offered, cancel } = await fullBatch(base, 2, ['Amal', 'Badr', 'Celine', 'Dina', 'Emad'], hours)
    await cancel(0)
    await cancel(1)
    app.clock.advance(scanIntervalMs)
    // Each scan finds the business due, as if ten processes had claimed it at the same instant.
    const due = () =>
      platform(app.app.db, (trx) =>
        trx.updateTable('offerQueue').set({ dueAt: '2026-01-01T00:00:00Z' }).where('vendorId', '=', base.owner.vendorId).execute(),
      )
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await due()
        await offerForNext(app.app)
      }),
    )
    expect(await offered()).toEqual(['Amal', 'Badr'])
    expect(
      (await app.mails()).filter(({ to, subject }) => /^(?:Amal|Badr|Celine|Dina|Emad)-/.test(to) && /is available for you/.test(subject)),
    ).toHaveLength(2 * (round + 1))
  }
})

test('whatever frees a place: an earlier last day, a move, the end of a place, a larger batch', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  const waiting = ['Amal', 'Badr', 'Celine', 'Dina', 'Emad']
  const { batch, taken, offered } = await fullBatch(base, 3, waiting)
  const first = await calls.enrolments.get({ id: taken[0]!.id })
  await calls.enrolments.move({ ...seen(first), batch: base.made.id })
  await scan()
  expect(await offered()).toEqual(['Amal'])
  await calls.enrolments.finish(seen(await calls.enrolments.get({ id: taken[1]!.id })))
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr'])
  const { id: _, version: _v, ...fields } = await calls.batches.get({ id: batch.id })
  await calls.batches.update({ ...seen(await calls.batches.get({ id: batch.id })), totalCandidates: fields.totalCandidates + 1 })
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr', 'Celine'])
  const third = await calls.enrolments.get({ id: taken[2]!.id })
  const { startDate, nextChargeOn } = third
  await calls.enrolments.update({
    ...seen(third),
    startDate,
    endDate: '2026-10-06',
    nextChargeOn: nextChargeOn === null ? null : startDate,
  })
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr', 'Celine'])
  // 7 October, 00:01 in Dubai: the third person's last day is over, and no offer is.
  await travel(app, owner, Date.UTC(2026, 9, 6, 20, 1))
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr', 'Celine', 'Dina'])
})

test('blocked people are passed over and stay; who has no email is offered the place, and the desk is asked to call', async () => {
  const base = await openFloor(app, 1)
  const { calls } = base
  const { batch, rows, offered, cancel } = await fullBatch(base, 2, ['Amal'])
  await calls.customers.block(seen(await calls.customers.get({ id: rows[0]!.customer })))
  app.clock.advance(1000)
  const badr = await person(calls, 'Badr')
  await calls.enrolments.enrol({ batch: batch.id, customer: badr.id, ifFull: 'wait' })
  await cancel(0)
  await scan()
  expect(await offered()).toEqual(['Badr'])
  const news = (await calls.notifications.list({})).rows.filter(({ kind }) => kind === 'offerUnmailed')
  expect(news).toMatchObject([
    { about: batch.id, values: { batch: 'Juniors', until: new Date(app.clock.now() + 48 * 3_600_000).toISOString() } },
  ])
  // For a second place only the blocked person is left.
  await cancel(1)
  await scan()
  expect(await offered()).toEqual(['Badr'])
  await calls.customers.unblock(seen(await calls.customers.get({ id: rows[0]!.customer })))
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr'])
})

test('who waited for days that are over gets no offer, and a business without a verified address sends none', async () => {
  const base = await openFloor(app, 1)
  const { calls, owner } = base
  const { rows, offered, cancel } = await fullBatch(base, 1, ['Amal', 'Badr'])
  const amal = await calls.enrolments.get({ id: rows[0]!.id })
  await calls.enrolments.update({ ...seen(amal), startDate: amal.startDate, endDate: '2026-10-06' })
  await travel(app, owner, Date.UTC(2026, 9, 6, 20, 1))
  const verified = (emailIsVerified: boolean) =>
    platform(app.app.db, (trx) =>
      trx.updateTable('users').set({ emailIsVerified }).where('emailKey', '=', owner.email.toLowerCase()).execute(),
    )
  await verified(false)
  await cancel(0)
  await scan()
  expect([await offered(), await queued(base)]).toEqual([[], 1])
  await verified(true)
  await scan()
  expect(await offered()).toEqual(['Badr'])
})

test('on the first day of a business, an offer whose email could leave only after it is called for by the desk', async () => {
  const base = await openFloor(app, 1)
  const { calls } = base
  await calls.enrolments.saveBilling({ billingDay: null, proration: 'days', offerHours: 12, version: 0 })
  // Twenty others are written to: the next waits for the second day.
  const many = Array.from({ length: 20 }, (_, at) => `Other${at}`)
  const hours = { startingTime: '08:00', endingTime: '08:30' }
  const { batch } = await fullBatch(base, 1, many, hours)
  await calls.batches.update({ ...seen(await calls.batches.get({ id: batch.id })), totalCandidates: 21 })
  await scan()
  const { offered, cancel } = await fullBatch(base, 1, ['Amal'])
  await cancel(0)
  await scan()
  expect(await offered()).toEqual(['Amal'])
  const news = (await calls.notifications.list({})).rows.filter(({ kind }) => kind === 'offerUnmailed')
  expect(news).toHaveLength(1)
})

test('by hand: nothing is offered until a member does, or the rule says so; each business has its own', async () => {
  const base = await openFloor(app, 1)
  const { calls } = base
  const { batch, offered, cancel } = await fullBatch(base, 2, ['Amal', 'Badr', 'Celine'])
  const rules = { billingDay: null, proration: 'days', version: 0 } as const
  const saved = await calls.enrolments.saveBilling({ ...rules, placeOffers: 'byHand', offerHours: 72 })
  expect(saved).toMatchObject({ placeOffers: 'byHand', offerHours: 72 })
  for (const offerHours of [0, 169])
    expect(await refusal(calls.enrolments.saveBilling({ ...rules, version: 1, offerHours }))).toBe('enrolments.billing.hours.number')
  await cancel(0)
  await scan()
  expect([await offered(), await queued(base)]).toEqual([[], 0])
  const offeredUntil = new Date(app.clock.now() + 72 * 3_600_000).toISOString()
  expect(await calls.enrolments.offerNext({ batch: batch.id })).toMatchObject({ firstName: 'Amal', isAutoOffer: false, offeredUntil })
  await cancel(1)
  const other = await openFloor(app, 1)
  const { offered: others, cancel: leave } = await fullBatch(other, 1, ['Dina'])
  await leave(0)
  await scan()
  expect([await offered(), await others()]).toEqual([['Amal'], ['Dina']])
  // A save that does not name the rule leaves it; one that does finds who has been waiting.
  await calls.enrolments.saveBilling({ ...rules, version: 1 })
  await scan()
  expect(await offered()).toEqual(['Amal'])
  await calls.enrolments.saveBilling({ ...rules, version: 2, placeOffers: 'auto' })
  await scan()
  expect(await offered()).toEqual(['Amal', 'Badr'])
  expect(await calls.enrolments.billing()).toMatchObject({ placeOffers: 'auto', offerHours: 72 })
})

test('a business is scanned while somebody waits, and not otherwise; the day finds who was put on a list by other means', async () => {
  const base = await openFloor(app, 1)
  const { owner, calls } = base
  expect(await queued(base)).toBe(0)
  const { rows, offered, cancel } = await fullBatch(base, 1, ['Amal'])
  expect(await queued(base)).toBe(1)
  await scan()
  expect(await queued(base)).toBe(1)
  await calls.enrolments.decline(seen(await calls.enrolments.get({ id: rows[0]!.id })))
  await scan()
  expect(await queued(base)).toBe(0)
  const { offered: second, cancel: leave } = await fullBatch(base, 1, ['Badr'], { startingTime: '19:00', endingTime: '20:00' })
  await platform(app.app.db, (trx) => sql`delete from "offerQueue" where "vendorId" = ${owner.vendorId}`.execute(trx))
  await leave(0)
  await scan()
  expect(await second()).toEqual([])
  await travel(app, owner, app.clock.now() + 86_400_000)
  await runDays(app.app, dailyTasks)
  await scan()
  expect(await second()).toEqual(['Badr'])
  await cancel(0)
  expect(await offered()).toEqual([])
})

test('a business whose trial is over offers nothing until it has a plan', async () => {
  const base = await openFloor(app, 1)
  const { owner } = base
  const { offered, cancel } = await fullBatch(base, 1, ['Amal'])
  await cancel(0)
  const set = (columns: { trialStartedAt: string; plan: 'pro' | null }) =>
    platform(app.app.db, (trx) => trx.updateTable('vendorPlans').set(columns).where('vendorId', '=', owner.vendorId).execute())
  await set({ trialStartedAt: '2026-01-01T00:00:00Z', plan: null })
  await scan()
  expect(await offered()).toEqual([])
  await set({ trialStartedAt: '2026-01-01T00:00:00Z', plan: 'pro' })
  await scan()
  expect(await offered()).toEqual(['Amal'])
})
