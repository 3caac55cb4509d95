import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, decided, openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000

const open = (places: number) => openFloor(app, places)

const paidBefore = { nextChargeOn: '2026-10-20', reason: 'Paid before' }

describe('places', () => {
  test('C1 50 people ask at once for the last 5 places, 20 rounds: exactly 5 each time', async () => {
    const { calls, batch, second, trainer } = await open(5)
    const people = await Promise.all(Array.from({ length: 50 }, (_, index) => person(calls, `Person ${index}`)))
    for (let round = 0; round < 20; round++) {
      const at = `${String(6 + (round % 10)).padStart(2, '0')}:00`
      const created = await calls.batches.create(
        batch({
          ...dated,
          totalCandidates: 5,
          trainer: round < 10 ? trainer.id : second.id,
          startingTime: at,
          endingTime: at.replace(':00', ':30'),
          trainingDays: week(2),
        }),
      )
      const answers = await Promise.all(people.map(({ id }) => decided(() => calls.enrolments.enrol({ batch: created.id, customer: id }))))
      expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(5)
      expect(answers.filter((answer) => answer === 'batch/full')).toHaveLength(45)
      expect((await calls.batches.get({ id: created.id })).enrolled).toBe(5)
    }
  })

  test('who waits is offered a place in order, for 48 hours; an offer that ran out frees the place', async () => {
    const { calls, owner, made } = await open(1)
    const people = [
      await person(calls, 'Amal', { email: 'amal@example.com' }),
      await person(calls, 'Badr', { email: 'badr@example.com', language: 'ar' }),
      await person(calls, 'Celine', { email: 'celine@example.com' }),
    ]
    const enrol = (index: number) => calls.enrolments.enrol({ batch: made.id, customer: people[index]!.id, ifFull: 'wait' })
    const first = await enrol(0)
    expect(first).toMatchObject({ state: 'active', startDate: '2026-10-05', endDate: '2026-12-31', price: 35_000, currency: 'AED' })
    app.clock.advance(1000)
    expect(await enrol(1)).toMatchObject({ state: 'waitlisted' })
    app.clock.advance(1000)
    expect(await enrol(2)).toMatchObject({ state: 'waitlisted' })
    expect(await refusal(calls.enrolments.offerNext({ batch: made.id }))).toBe('batch/full')
    await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: 'Moved away' })
    const offered = await calls.enrolments.offerNext({ batch: made.id })
    expect(offered).toMatchObject({ state: 'offered', firstName: 'Badr', offeredUntil: new Date(start + 2000 + 2 * day).toISOString() })
    expect(await refusal(calls.enrolments.offerNext({ batch: made.id }))).toBe('batch/full')
    const [mail] = (await app.mails()).filter(({ to }) => to === 'badr@example.com')
    expect(mail?.subject).toContain('Juniors')
    expect(mail?.html).toContain('dir="rtl"')
    await travel(app, owner, start + 2000 + 2 * day)
    expect(await calls.enrolments.get({ id: offered.id })).toMatchObject({ state: 'expired', offeredUntil: null })
    const next = await calls.enrolments.offerNext({ batch: made.id })
    expect(next.firstName).toBe('Celine')
    expect(await refusal(calls.enrolments.accept(seen(offered)))).toBe('enrolment/state')
    const accepted = await calls.enrolments.accept(seen(next))
    expect(accepted).toMatchObject({ state: 'active', startDate: '2026-10-07' })
    expect((await calls.enrolments.list({ batch: made.id, state: 'held' })).rows.map(({ firstName }) => firstName)).toEqual(['Celine'])
  })

  test('of many requests at once under one id, for two batches, one is done and each other is told that the id is taken', async () => {
    const { calls, made, batch } = await open(5)
    const other = await calls.batches.create(batch({ name: 'Seniors', startingTime: '19:00', endingTime: '20:00' }))
    for (let round = 0; round < 5; round++) {
      const [id, customer] = [newId(), (await person(calls, `Amal ${round}`)).id]
      const request = (at: number) => calls.enrolments.enrol({ id, batch: at % 2 ? made.id : other.id, customer, ifFull: 'wait' })
      const said = await Promise.all(Array.from({ length: 10 }, (_, at) => refusal(request(at))))
      expect(said.toSorted()).toEqual([...Array<string>(5).fill('accepted'), ...Array<string>(5).fill('request/reused')])
    }
  })

  test('no one is in a batch twice, the blocked and the archived in none, and a retry makes one', async () => {
    const { calls, made, batch } = await open(5)
    const amal = await person(calls, 'Amal')
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusal(calls.enrolments.enrol({ id, batch: made.id, customer: amal.id }))),
    )
    expect(new Set(answers)).toEqual(new Set(['accepted']))
    expect((await calls.batches.get({ id: made.id })).enrolled).toBe(1)
    expect(await refusal(calls.enrolments.enrol({ batch: made.id, customer: amal.id }))).toBe('enrolments.customer.enrolled')
    const nadia = await person(calls, 'Nadia')
    for (const request of [{ customer: nadia.id }, { customer: amal.id, nextChargeOn: '2026-11-05', reason: 'Paid before' }])
      expect(await refusal(calls.enrolments.enrol({ id, batch: made.id, ...request }))).toBe('request/reused')
    expect(await refusal(calls.customers.archive(seen(amal)))).toBe('customer/in-use')
    const badr = await person(calls, 'Badr')
    await calls.customers.block(seen(badr))
    expect(await refusal(calls.enrolments.enrol({ batch: made.id, customer: badr.id }))).toBe('customer/blocked')
    expect(await refusal(calls.batches.archive(seen(made)))).toBe('batch/in-use')
    const small = await calls.batches.create(batch({ ...dated, totalCandidates: 1, startingTime: '19:00', endingTime: '20:00' }))
    const first = await calls.enrolments.enrol({ batch: small.id, customer: amal.id })
    const [celine, dina] = [await person(calls, 'Celine'), await person(calls, 'Dina')]
    await calls.enrolments.enrol({ batch: small.id, customer: celine.id, ifFull: 'wait' })
    app.clock.advance(1000)
    await calls.enrolments.enrol({ batch: small.id, customer: dina.id, ifFull: 'wait' })
    expect(await refusal(calls.customers.archive(seen(celine)))).toBe('customer/in-use')
    const blocked = await calls.customers.block(seen(celine))
    await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
    const offered = await calls.enrolments.offerNext({ batch: small.id })
    expect(offered.firstName).toBe('Dina')
    await calls.customers.block(seen(dina))
    expect(await refusal(calls.enrolments.accept(seen(offered)))).toBe('customer/blocked')
    expect(await refusal(calls.customers.archive(seen(blocked)))).toBe('customer/in-use')
    const other = await open(5)
    expect(await refusal(calls.enrolments.enrol({ batch: other.made.id, customer: amal.id }))).toBe('enrolments.batch.required')
    expect(await refusal(other.calls.enrolments.enrol({ batch: other.made.id, customer: amal.id }))).toBe('enrolments.customer.required')
  })
})

describe('who is expected', () => {
  test('no one who gave up an offer, left the queue or lost the second of two places is expected at a session', async () => {
    const { calls, made } = await open(1)
    const people = await Promise.all(['Amal', 'Badr', 'Celine'].map((name) => person(calls, name)))
    const wait = (index: number) => {
      app.clock.advance(1000)
      return calls.enrolments.enrol({ batch: made.id, customer: people[index]!.id, ifFull: 'wait' })
    }
    const rows = [await wait(0), await wait(1), await wait(2)]
    await calls.enrolments.cancel({ ...seen(rows[0]!), when: 'now', reason: '' })
    await calls.enrolments.decline(seen(await calls.enrolments.offerNext({ batch: made.id })))
    await calls.enrolments.cancel({ ...seen(rows[2]!), when: 'now', reason: '' })
    const booked = async () => (await calls.sessions.list({ from: '2026-10-05', to: '2026-10-19' })).rows.map((session) => session.booked)
    expect(await booked()).toEqual([0, 0, 0])
    await calls.enrolments.enrol({ batch: made.id, customer: people[0]!.id })
    await wait(1)
    expect(await booked()).toEqual([1, 1, 1])
    // Badr stays, but only waits; Amal's place outranks his spot on the waiting list.
    const badr = await calls.customers.get({ id: people[1]!.id })
    await calls.customers.merge({ ...seen(badr), drop: people[0]!.id })
    expect(await booked()).toEqual([1, 1, 1])
    expect((await calls.enrolments.list({ customer: badr.id, state: 'current' })).rows.map(({ state }) => state)).toEqual(['active'])
    expect((await calls.batches.get({ id: made.id })).waitlisted).toBe(0)
  })

  test('the second of two places of merged people ends on the day of the merge', async () => {
    const { calls, made } = await open(5)
    const [amal, twin] = [await person(calls, 'Amal'), await person(calls, 'Amal')]
    for (const { id } of [amal, twin]) await calls.enrolments.enrol({ batch: made.id, customer: id })
    await calls.customers.merge({ ...seen(amal), drop: twin.id })
    const [today, next] = (await calls.sessions.list({ from: '2026-10-05', to: '2026-10-12' })).rows
    expect([today?.booked, next?.booked]).toEqual([1, 1])
    expect((await calls.attendance.roster({ session: next!.id })).people).toHaveLength(1)
  })
})

describe('dates', () => {
  test('freezing n days moves the end and the next payment by n; ending it early gives the rest back', async () => {
    const { calls, owner, made } = await open(5)
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, endDate: '2026-10-31', ...paidBefore })
    const frozen = await calls.enrolments.freeze({ ...seen(row), from: '2026-10-10', to: '2026-10-16' })
    expect(frozen).toMatchObject({
      state: 'active',
      endDate: '2026-11-07',
      nextChargeOn: '2026-10-27',
      freezes: [{ from: '2026-10-10', to: '2026-10-16' }],
    })
    expect(await refusal(calls.enrolments.freeze({ ...seen(frozen), from: '2026-10-16', to: '2026-10-18' }))).toBe(
      'enrolments.freeze.twice',
    )
    const session = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]
    expect(session?.booked).toBe(0)
    await travel(app, owner, start + 8 * day)
    expect((await calls.enrolments.get({ id: row.id })).state).toBe('frozen')
    const back = await calls.enrolments.unfreeze(seen(frozen))
    // 13 October: three days were used (10, 11 and 12), so four are restored.
    expect(back).toMatchObject({
      state: 'active',
      endDate: '2026-11-03',
      nextChargeOn: '2026-10-23',
      freezes: [{ from: '2026-10-10', to: '2026-10-12' }],
    })
    const coming = await calls.enrolments.freeze({ ...seen(back), from: '2026-10-20', to: '2026-10-21' })
    expect(coming.endDate).toBe('2026-11-05')
    expect(await calls.enrolments.unfreeze(seen(coming))).toMatchObject({
      endDate: '2026-11-03',
      freezes: [{ from: '2026-10-10', to: '2026-10-12' }],
    })
  })

  test('cancelling at the end of the period lets it run so long, and can be taken back', async () => {
    const { calls, owner, made } = await open(5)
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
    await travel(app, owner, start + 20 * day)
    const leaving = await calls.enrolments.cancel({ ...seen(row), when: 'periodEnd', reason: '' })
    // Months from 5 October: today, the 25th, lies in the first.
    expect(leaving).toMatchObject({ state: 'active', cancelAtPeriodEnd: true, endDate: '2026-11-04' })
    expect(await calls.enrolments.keep(seen(leaving))).toMatchObject({ cancelAtPeriodEnd: false, endDate: '2026-12-31' })
  })

  test('freezing an enrolment that ends with its period moves both ends, and giving days back keeps it valid', async () => {
    const { calls, owner, made } = await open(5)
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
    const frozen = await calls.enrolments.freeze({ ...seen(row), from: '2026-10-10', to: '2026-10-16' })
    expect(frozen.endDate).toBe('2027-01-07')
    // The month from 5 October, and the seven paid days that were frozen.
    const leaving = await calls.enrolments.cancel({ ...seen(frozen), when: 'periodEnd', reason: '' })
    expect(leaving).toMatchObject({ cancelAtPeriodEnd: true, endDate: '2026-11-11' })
    expect(await refusal(calls.enrolments.cancel({ ...seen(leaving), when: 'periodEnd', reason: '' }))).toBe('enrolment/state')
    await travel(app, owner, start + 8 * day)
    const back = await calls.enrolments.unfreeze(seen(leaving))
    expect(back.endDate).toBe('2026-11-07')
    const again = await calls.enrolments.freeze({ ...seen(back), from: '2026-10-20', to: '2026-10-21' })
    expect(again.endDate).toBe('2026-11-09')
    expect(await calls.enrolments.keep(seen(again))).toMatchObject({ cancelAtPeriodEnd: false, endDate: '2027-01-05' })
  })

  test('taking back a freeze that begins after the period’s end leaves the days that are paid', async () => {
    const { calls, made } = await open(5)
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
    const frozen = await calls.enrolments.freeze({ ...seen(row), from: '2026-12-10', to: '2026-12-19' })
    const leaving = await calls.enrolments.cancel({ ...seen(frozen), when: 'periodEnd', reason: '' })
    expect(leaving.endDate).toBe('2026-11-04')
    const back = await calls.enrolments.unfreeze(seen(leaving))
    expect(back.endDate).toBe('2026-11-04')
    expect((await calls.enrolments.keep(seen(back))).endDate).toBe('2026-12-31')
  })

  test('taking back a long freeze of an enrolment whose end was set by hand ends it today, not before it began', async () => {
    const { calls, made } = await open(5)
    const amal = await person(calls, 'Amal')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
    const frozen = await calls.enrolments.freeze({ ...seen(row), from: '2026-10-10', to: '2026-11-30' })
    const dates = { startDate: '2026-10-05', endDate: '2026-10-20', nextChargeOn: null, reason: 'Injured' }
    const cut = await calls.enrolments.update({ ...seen(frozen), ...dates })
    expect(await calls.enrolments.unfreeze(seen(cut))).toMatchObject({ state: 'active', endDate: '2026-10-05' })
  })

  test('expiring, lapsed and completed follow from the dates, for enrolment and customer', async () => {
    const { calls, owner, made } = await open(5)
    const amal = await person(calls, 'Amal')
    expect(amal.lifecycle).toBe('lead')
    const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, endDate: '2026-10-31', ...paidBefore })
    const at = async () => [(await calls.enrolments.get({ id: row.id })).state, (await calls.customers.get({ id: amal.id })).lifecycle]
    expect(await at()).toEqual(['active', 'active'])
    await travel(app, owner, Date.UTC(2026, 9, 17, 9))
    expect(await at()).toEqual(['active', 'active'])
    await travel(app, owner, Date.UTC(2026, 9, 18, 9))
    expect(await at()).toEqual(['active', 'expiring'])
    expect((await calls.enrolments.list({ state: 'expiring' })).rows.map(({ id }) => id)).toEqual([row.id])
    // A due charge alone makes no one past due; only an unpaid bill does.
    await travel(app, owner, Date.UTC(2026, 9, 21, 9))
    expect(await at()).toEqual(['active', 'expiring'])
    await travel(app, owner, Date.UTC(2026, 10, 1, 9))
    expect(await at()).toEqual(['completed', 'lapsed'])
    // The places are free even though nothing has read the batch since.
    expect(await calls.batches.get({ id: made.id })).toMatchObject({ enrolled: 0 })
    expect(await calls.customers.get({ id: amal.id })).toMatchObject({ enrolled: 0 })
    expect((await calls.customers.list({ lifecycle: 'lapsed' })).rows.map(({ id }) => id)).toEqual([amal.id])
    expect((await calls.customers.list({ lifecycle: 'active' })).rows).toEqual([])
  })

  test('moving ends here and begins there, and a full batch takes no one', async () => {
    const { calls, owner, made, batch } = await open(5)
    const target = await calls.batches.create(
      batch({ ...dated, name: 'Seniors', totalCandidates: 1, startingTime: '19:00', endingTime: '20:00', price: 50_000 }),
    )
    const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
    const [first, second] = [
      await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
      await calls.enrolments.enrol({ batch: made.id, customer: badr.id }),
    ]
    await travel(app, owner, start + 7 * day)
    const moved = await calls.enrolments.move({ ...seen(first), batch: target.id })
    expect(moved).toMatchObject({ batch: target.id, state: 'active', price: 50_000, startDate: '2026-10-12' })
    expect(await calls.enrolments.get({ id: first.id })).toMatchObject({ state: 'cancelled', endDate: '2026-10-12' })
    expect(await refusal(calls.enrolments.move({ ...seen(second), batch: target.id }))).toBe('batch/full')
    expect(await calls.enrolments.get({ id: second.id })).toMatchObject({ state: 'active', batch: made.id })
    expect(await refusal(calls.enrolments.move({ ...seen(second), batch: made.id }))).toBe('enrolments.batch.same')
    expect(await calls.enrolments.finish(seen(second))).toMatchObject({ state: 'completed', endDate: '2026-10-12' })
  })
})
