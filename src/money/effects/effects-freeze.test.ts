import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { joined } from '#directory/team/team.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a freeze from 29 April to 3 May in a batch that ends on 3 May credits the two paid days, and May is not billed', async () => {
  const base = await april(year, { batch: { endDate: '2027-05-03' } })
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-29', to: '2027-05-03' })
  expect(await base.credit()).toBe(667)
  // What orders it among the bills is stored, and not sent.
  expect((await base.place()).freezes).toEqual([{ from: '2027-04-29', to: '2027-05-03' }])
  await year.on('2027-05-04', base)
  expect(await base.bills()).toHaveLength(1)
  await base.sound()
})

test('a freeze that ends early reverses the credit of the days that count again', async () => {
  const base = await april(year, { batch: { endDate: '2027-05-03' } })
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-29', to: '2027-05-03' })
  expect(await base.credit()).toBe(667)
  await base.calls.enrolments.unfreeze(seen(await base.place()))
  expect([await base.credit(), (await base.place()).billedThrough]).toEqual([0, '2027-04-30'])
  await base.sound()
})

const over = { from: '2027-04-10', to: '2027-04-14' }
const reason = 'Ill, said so today'

test('days that are over are frozen with a reason: the paid ones come later, and so does the next bill', async () => {
  const base = await april(year)
  await year.on('2027-04-20', base)
  expect((await base.calls.enrolments.effects({ id: (await base.place()).id, act: 'freeze', ...over })).lines).toEqual([])
  await base.calls.enrolments.freeze({ ...seen(await base.place()), ...over, reason })
  expect(await base.place()).toMatchObject({ state: 'active', freezes: [over], billedThrough: '2027-05-05', nextChargeOn: '2027-05-06' })
  const { rows } = await base.calls.history.list({ of: base.first.id })
  expect(rows.find(({ action }) => action === 'freeze')).toMatchObject({ after: { reason } })
  await year.on('2027-05-06', base)
  // 26 of the 31 days of May.
  expect((await base.bills()).map(({ total }) => total)).toEqual([10_000, 8387])
  await base.sound()
})

test('such a freeze credits what the batch has no days left for, and is removed with its credit', async () => {
  const base = await april(year, { batch: { endDate: '2027-04-30' } })
  await year.on('2027-04-20', base)
  await base.calls.enrolments.freeze({ ...seen(await base.place()), ...over, reason })
  expect(await base.credit()).toBe(1667)
  expect(await refusal(base.calls.enrolments.unfreeze(seen(await base.place())))).toBe('enrolment/state')
  const { calls: desk } = await joined(app, base.owner, 'frontDesk')
  expect(await refusal(desk.enrolments.unfreeze({ ...seen(await base.place()), from: over.from }))).toBe('enrolments.freeze.right')
  await base.calls.enrolments.unfreeze({ ...seen(await base.place()), from: over.from })
  expect([await base.credit(), (await base.place()).billedThrough, (await base.place()).freezes]).toEqual([0, '2027-04-30', []])
  await base.sound()
})

test('a freeze that moved days of a later bill stays', async () => {
  const base = await april(year)
  await year.on('2027-04-20', base)
  await base.calls.enrolments.freeze({ ...seen(await base.place()), ...over, reason })
  await year.on('2027-05-06', base)
  const again = { ...seen(await base.place()), from: over.from }
  expect(await refusal(base.calls.enrolments.unfreeze(again))).toBe('enrolments.unfreeze.billed')
  // One that was entered since may go.
  await base.calls.enrolments.freeze({ ...seen(await base.place()), from: '2027-04-16', to: '2027-04-17', reason })
  expect(await base.place()).toMatchObject({ billedThrough: '2027-06-02', nextChargeOn: '2027-06-03' })
  await base.calls.enrolments.unfreeze({ ...seen(await base.place()), from: '2027-04-16' })
  expect(await base.place()).toMatchObject({ billedThrough: '2027-05-31', nextChargeOn: '2027-06-01', freezes: [over] })
  await base.sound()
})

test('days that are over are not frozen without a right and a reason, before the place, in a closed month, or where a session was attended', async () => {
  const base = await april(year)
  await year.on('2027-04-20', base)
  const { calls } = base
  const refused = async (more: object = {}, by = calls) =>
    refusal(by.enrolments.freeze({ ...seen(await base.place()), ...over, reason, ...more }))
  expect(await refused({ reason: '' })).toBe('enrolments.reason.required')
  expect(await refused({}, (await joined(app, base.owner, 'frontDesk')).calls)).toBe('enrolments.freeze.right')
  expect(await refused({ from: '2027-03-31' })).toBe('enrolments.freeze.begun')
  const { rows } = await calls.sessions.list({ from: '2027-04-12', to: '2027-04-14', batch: base.first.id })
  const { id: enrolment } = await base.place()
  const mark = (mark: 'excused' | 'late') =>
    calls.attendance.mark({ marks: [{ session: rows[0]!.id, enrolment, mark, markedAt: new Date(app.clock.now()).toISOString() }] })
  await mark('late')
  expect(await refused()).toBe('enrolments.freeze.attended')
  await calls.finance.close({ month: '2027-03' })
  app.clock.advance(1000)
  await mark('excused')
  expect(await refused()).toBe('accepted')
})

test('no day of a closed month is frozen', async () => {
  const base = await april(year)
  await year.on('2027-05-02', base)
  await base.calls.finance.close({ month: '2027-04' })
  const span = { from: '2027-04-30', to: '2027-05-01', reason }
  expect(await refusal(base.calls.enrolments.freeze({ ...seen(await base.place()), ...span }))).toBe('enrolments.freeze.closed')
  await base.calls.enrolments.freeze({ ...seen(await base.place()), ...span, from: '2027-05-01' })
})
