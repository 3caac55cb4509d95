import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { joined } from '#directory/team/team.sample.ts'
import { openSeason, seasonDays } from './season.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const season = (more?: Parameters<typeof openSeason>[1]) => openSeason(year, more)

test('who is blocked, leaves, or ends earlier stays behind with the reason, as who is left out does', async () => {
  const base = await season()
  const amal = await base.enrol('Amal', { terms: 'bill' })
  const badr = await base.enrol('Badr', { terms: 'bill' })
  await base.enrol('Celine', { terms: 'bill' })
  const dana = await base.enrol('Dana', { terms: 'bill', endDate: '2027-06-29' })
  const eman = await base.enrol('Eman', { terms: 'bill' })
  await year.on('2027-06-10', base)
  const current = async (id: string) => base.calls.enrolments.get({ id })
  await base.calls.customers.block(seen(await base.calls.customers.get({ id: amal.customer })))
  await base.calls.enrolments.cancel({ ...seen(await current(badr.id)), when: 'periodEnd', reason: 'Moves' })
  const { rows } = await base.shown()
  expect(rows.map(({ firstName, exception }) => [firstName, exception])).toEqual([
    ['Amal', 'blocked'],
    ['Badr', 'leaving'],
    ['Celine', null],
    ['Dana', 'ended'],
    ['Eman', null],
  ])
  const created = await base.rollOver({ leaveOut: [eman.id] })
  expect((await base.people(created.id)).map(({ firstName }) => firstName)).toEqual(['Celine'])
  expect((await current(dana.id)).endDate).toBe('2027-06-29')
})

test('a batch that is over or completed still has a next season, for those who stayed to its end', async () => {
  const base = await season()
  const amal = await base.enrol('Amal', { terms: 'bill' })
  const badr = await base.enrol('Badr', { terms: 'bill' })
  await year.on('2027-05-10', base)
  await base.calls.enrolments.finish(seen(await base.calls.enrolments.get({ id: badr.id })))
  await year.on('2027-07-05', base)
  await base.calls.batches.complete(seen(await base.calls.batches.get({ id: base.old.id })))
  expect((await base.shown()).rows).toMatchObject([{ enrolment: amal.id, exception: null, billFrom: '2027-07-01' }])
  await base.rollOver()
  await year.on('2027-07-06', base)
  expect((await base.billed()).at(-1)).toEqual(['2027-07-01', '2027-07-31', 10_000])
  await base.sound()
})

test('the waiting list comes along in its order, or stays', async () => {
  const base = await season({ batch: { totalCandidates: 1 } })
  await base.enrol('Amal', { terms: 'bill' })
  for (const name of ['Dana', 'Celine', 'Badr']) {
    app.clock.set(app.clock.now() + 60_000)
    await base.enrol(name, { ifFull: 'wait' })
  }
  const without = await base.rollOver({ waiting: false, code: 'WITHOUT' })
  expect(await base.people(without.id, 'waitlisted')).toEqual([])
  // Amal is there already, and is not carried over twice.
  const { rows, following } = await base.shown()
  expect(rows.map(({ firstName, exception }) => [firstName, exception])).toEqual([
    ['Amal', 'there'],
    ['Dana', null],
    ['Celine', null],
    ['Badr', null],
  ])
  expect(following).toMatchObject([{ id: without.id }])
  const created = await base.rollOver({ trainer: base.second.id })
  expect((await base.people(created.id, 'waitlisted')).map(({ firstName }) => firstName)).toEqual(['Dana', 'Celine', 'Badr'])
  expect(await base.people(created.id)).toEqual([])
})

test('a conflict lists every day and creates nothing; other places, trainer and hall may be named', async () => {
  const base = await season({ batch: { totalCandidates: 2 } })
  await base.enrol('Amal', { terms: 'bill' })
  await base.enrol('Badr', { terms: 'bill' })
  const hours = { startingTime: '19:30', endingTime: '20:30', startDate: '2027-07-01', endDate: '2027-07-20' }
  await base.calls.batches.create(base.batch({ name: 'Guests', code: 'GUESTS', ...hours }))
  const { conflicts } = await base.shown()
  expect(conflicts.map(({ day, part, batchName }) => [day, part, batchName])).toEqual(
    ['05', '12', '19'].map((day) => [`2027-07-${day}`, 'trainer', 'Guests']),
  )
  const refused = await base.rollOver().catch((error: { data: { issues: unknown[]; conflicts: unknown[] } }) => error)
  expect(refused).toMatchObject({ data: { issues: [{ key: 'batches.trainer.busy' }], conflicts } })
  expect(await refusal(base.rollOver({ trainer: base.second.id, totalCandidates: 1 }))).toBe('batches.season.places')
  expect((await base.calls.batches.list({ search: 'SPRING-2' })).total).toBe(0)
  expect((await base.calls.enrolments.list({ search: 'Amal', state: 'all' })).total).toBe(1)
  const created = await base.rollOver({ trainer: base.second.id, hall: base.hall.id, totalCandidates: 3 })
  expect(created).toMatchObject({ trainer: base.second.id, hall: base.hall.id, totalCandidates: 3, enrolled: 2 })
})

test('a retry is answered, another request with its id refused, and of two at once each person is carried over once', async () => {
  const base = await season()
  await base.enrol('Amal', { terms: 'bill' })
  await base.enrol('Badr', { terms: 'bill' })
  const batch = newId()
  const [one, two] = await Promise.all([base.rollOver({ copy: batch }), base.rollOver({ copy: batch })])
  expect([one.id, two.id]).toEqual([batch, batch])
  expect(await base.people(batch)).toHaveLength(2)
  expect(await refusal(base.rollOver({ copy: batch, name: 'Other' }))).toBe('request/reused')
  expect(await refusal(base.rollOver({ copy: base.old.id }))).toBe('request/reused')
  expect(await refusal(base.rollOver())).toBe('batches.code.taken')
  const both = await season()
  await both.enrol('Amal', { terms: 'bill' })
  const codes = [
    { code: 'ONE', trainer: both.trainer.id },
    { code: 'TWO', trainer: both.second.id },
  ]
  const created = await Promise.all(codes.map((code) => both.rollOver(code)))
  expect(created.map(({ enrolled }) => enrolled).toSorted((a, b) => a - b)).toEqual([0, 1])
  await both.sound()
})

test('refusals: dates, states, and what belongs to others', async () => {
  const base = await season()
  const amal = await base.enrol('Amal', { terms: 'bill' })
  const other = await season()
  const stranger = await other.enrol('Sami', { terms: 'bill' })
  const { made } = base
  expect(await refusal(base.rollOver({ startDate: '2027-01-01' }))).toBe('batches.season.startDate')
  expect(await refusal(base.rollOver({ startDate: '2027-02-01', endDate: '2027-06-30' }))).toBe('batches.season.endDate')
  expect(await refusal(base.rollOver({ endDate: '2028-07-02' }))).toBe('batches.endDate.long')
  expect(await refusal(base.rollOver({ id: other.old.id }))).toBe('document/not-found')
  expect(await refusal(base.calls.batches.nextSeason({ id: other.old.id, ...seasonDays }))).toBe('document/not-found')
  expect(await refusal(base.rollOver({ leaveOut: [stranger.id] }))).toBe('lib.fields.invalid')
  expect(await refusal(base.rollOver({ trainer: other.trainer.id }))).toBe('batches.trainer.required')
  const inMade = await base.calls.enrolments.enrol({ batch: made.id, customer: amal.customer, terms: 'from' })
  expect(await refusal(base.rollOver({ leaveOut: [inMade.id] }))).toBe('lib.fields.invalid')
  const draft = await base.calls.batches.create(
    base.batch({ name: 'Draft', code: 'DRAFT', state: 'draft', startDate: '2027-01-01', endDate: '2027-06-30' }),
  )
  expect(await refusal(base.rollOver({ id: draft.id }))).toBe('batch/not-open')
  await base.calls.batches.cancel({ ...seen(await base.calls.batches.get({ id: base.old.id })), reason: 'Closed', tell: false })
  expect(await refusal(base.rollOver())).toBe('batch/not-open')
  expect((await base.calls.batches.list({ search: 'SPRING-2' })).total).toBe(0)
})

test('single sessions come along without a bill, and only an owner or a manager creates a season', async () => {
  const base = await season({ batch: { price: 1200, priceUnit: 'session' } })
  await base.enrol('Amal')
  expect((await base.shown()).rows).toMatchObject([{ priceUnit: 'session', price: 1200, billFrom: null, billTotal: null }])
  const { calls: desk } = await joined(app, base.owner, 'frontDesk')
  expect(await refusal(desk.batches.rollOver({ ...base.next, copy: newId() }))).toBe('permission/denied')
  const { calls: manager } = await joined(app, base.owner, 'manager')
  const created = await manager.batches.rollOver({ ...base.next, copy: newId() })
  expect(await base.people(created.id)).toMatchObject([{ priceUnit: 'session', price: 1200, nextChargeOn: null }])
})

test('each person is emailed once if asked, and each place and the batch have a row in the log', async () => {
  const base = await season({ batch: { totalCandidates: 1 } })
  await base.enrol('Amal', { terms: 'bill' })
  await base.enrol('Badr', { ifFull: 'wait' })
  const batch = newId()
  await base.rollOver({ copy: batch, tell: true })
  await base.rollOver({ copy: batch, tell: true })
  const { vendorId } = base.owner
  const [mails, log] = await tenant(app.app.db, vendorId, async (trx) => {
    const sent = await sql<{
      address: string
    }>`select "address" from "deliveries" where "vendorId" = ${vendorId} and "kind" = 'nextSeason' order by "address"`.execute(trx)
    const rows = await sql<{
      entity: string
      subject: string
      enrolled: string | null
    }>`select "entity", "subject", "after" ->> 'enrolled' as "enrolled"
      from "audit" where "vendorId" = ${vendorId} and "action" = 'rollOver' order by "id"`.execute(trx)
    return [sent.rows, rows.rows]
  })
  expect(mails.map(({ address }) => address)).toEqual(['Amal@example.com', 'Badr@example.com'])
  expect(log).toEqual([
    { entity: 'batch', subject: base.old.id, enrolled: '1' },
    { entity: 'enrolment', subject: batch, enrolled: null },
    { entity: 'enrolment', subject: batch, enrolled: null },
  ])
})
