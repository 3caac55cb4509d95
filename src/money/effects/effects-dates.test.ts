import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const ending = async (base: Awaited<ReturnType<typeof april>>, endDate: string) =>
  base.calls.enrolments.update({ ...seen(await base.place()), endDate })

test('an earlier last day credits the paid days after it, as it was shown, and nothing is billed after it', async () => {
  const base = await april(year)
  const { id, version } = await base.place()
  const { digest, lines } = await base.calls.enrolments.effects({ id, act: 'dates', endDate: '2027-04-20' })
  expect(lines).toMatchObject([{ kind: 'credit', amount: 3333, count: 10, of: 30, fromDay: '2027-04-21', toDay: '2027-04-30' }])
  const decision = { digest, lines: [{ id: lines[0]!.id, amount: 3000, reason: 'As agreed' }] }
  await base.calls.enrolments.update({ id, version, endDate: '2027-04-20', decision })
  expect([await base.credit(), (await base.place()).endDate]).toEqual([3000, '2027-04-20'])
  await year.on('2027-05-02', base)
  expect(await base.bills()).toHaveLength(1)
  await base.sound()
})

test('a later last day charges the days that count again, each once, also where the credit is used', async () => {
  const base = await april(year)
  await ending(base, '2027-04-20')
  expect(await base.credit()).toBe(3333)
  const { id } = await base.place()
  expect((await base.calls.enrolments.effects({ id, act: 'dates', endDate: '2027-04-27' })).lines).toMatchObject([
    { kind: 'charge', amount: 2333, count: 7, of: 10, fromDay: '2027-04-21', toDay: '2027-04-27' },
  ])
  await base.calls.sales.payOutCredit({ customer: base.amal.id, amount: 3333, method: 'cash', reason: 'Asked for it' })
  await ending(base, '2027-04-27')
  expect((await base.bills()).at(-1)).toMatchObject({ total: 2333, due: 2333 })
  await ending(base, '2027-12-31')
  await ending(base, '2027-12-30')
  await year.on('2027-05-01', base)
  expect((await base.bills()).map(({ total }) => total)).toEqual([10_000, 2333, 1000, 10_000])
  await base.sound()
})

test('days that were charged again are no longer those of the first bill: an earlier day credits each once, a later one charges each once', async () => {
  const base = await april(year)
  const { id } = await base.place()
  await ending(base, '2027-04-20')
  await ending(base, '2027-04-30')
  expect((await base.calls.enrolments.effects({ id, act: 'dates', endDate: '2027-04-10' })).lines).toMatchObject([
    { kind: 'credit', amount: 3334, count: 10, of: 30, fromDay: '2027-04-11', toDay: '2027-04-20' },
    { kind: 'credit', amount: 3333, count: 10, of: 10, fromDay: '2027-04-21', toDay: '2027-04-30' },
  ])
  await ending(base, '2027-04-10')
  expect((await base.calls.enrolments.effects({ id, act: 'dates', endDate: '2027-04-25' })).lines).toMatchObject([
    { kind: 'charge', amount: 3334, count: 10, of: 10, fromDay: '2027-04-11', toDay: '2027-04-20' },
    { kind: 'charge', amount: 1667, count: 5, of: 10, fromDay: '2027-04-21', toDay: '2027-04-25' },
  ])
  await ending(base, '2027-04-25')
  await base.sound()
})

test('a last day that takes no paid days credits nothing, nor do the dates of who waits', async () => {
  const base = await april(year, { batch: { totalCandidates: 1 } })
  await ending(base, '2027-04-30')
  await ending(base, '2027-06-30')
  expect([await base.credit(), (await base.calls.effects.list({})).rows]).toEqual([0, []])
  const { id } = await base.calls.customers.create({ firstName: 'Badr', phone: '0501234568' })
  const waiting = await base.calls.enrolments.enrol({ batch: base.first.id, customer: id, terms: 'bill', ifFull: 'wait' })
  await base.calls.enrolments.update({ ...seen(waiting), endDate: '2027-04-20' })
  expect((await base.calls.effects.list({})).rows).toEqual([])
})

test('who saw other sums is shown what it means now, and the dates stay', async () => {
  const base = await april(year)
  const { id, version } = await base.place()
  const { digest } = await base.calls.enrolments.effects({ id, act: 'dates', endDate: '2027-04-20' })
  const decision = { digest, lines: [] }
  expect(await refusal(base.calls.enrolments.update({ id, version, endDate: '2027-04-21', decision }))).toBe('effects/changed')
  expect((await base.place()).endDate).toBe('2027-12-31')
})
