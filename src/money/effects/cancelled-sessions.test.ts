import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { revenueAt } from '../revenue/session-revenue.server.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('one of eight sessions that is cancelled is worth 12.50, by the rule of the business', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const own = rows.filter(({ batch }) => batch === base.first.id)
  const [session] = own
  const shown = await base.calls.sessions.effects({ id: session!.id, scope: 'this' })
  expect(shown.lines).toMatchObject([{ kind: 'credit', unit: 'sessions', count: 1, of: 8, amount: 1250 }])
  await base.calls.sessions.cancel({ ...seen(session!), reason: 'Trainer ill', tell: false })
  expect(await base.credit()).toBe(1250)
  await base.sound()
})

test('a session that was added to a month is worth nothing to who pays by month, and changes no other’s worth', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { trainer } = base.first
  const added = { batch: base.first.id, day: '2027-04-07', startingTime: '19:00', endingTime: '20:00', trainer, hall: null, tell: false }
  const extra = await base.calls.sessions.add(added)
  expect((await base.calls.sessions.effects({ id: extra.id, scope: 'this' })).lines).toEqual([])
  await base.calls.sessions.cancel({ ...seen(extra), reason: 'Trainer ill', tell: false })
  expect(await base.credit()).toBe(0)
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30', batch: base.first.id })
  const planned = rows.find(({ id, state }) => id !== extra.id && state === 'scheduled')
  expect((await base.calls.sessions.effects({ id: planned!.id, scope: 'this' })).lines).toMatchObject([{ count: 1, of: 8, amount: 1250 }])
  await base.sound()
})

/** April with sessions on Mondays and Saturdays, and one that was added on Wednesday the 7th. */
async function withAdded() {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const times = { day: '2027-04-07', startingTime: '19:00', endingTime: '20:00' }
  const extra = await base.calls.sessions.add({ batch: base.first.id, ...times, trainer: base.first.trainer, hall: null, tell: false })
  return { ...base, extra }
}

test('who bought the day of an added session alone is credited for it, and no one else', async () => {
  const { extra, ...base } = await withAdded()
  const badr = await person(base.calls, 'Badr')
  const days = { startDate: extra.day, endDate: extra.day }
  await base.calls.enrolments.enrol({ batch: base.first.id, customer: badr.id, ...days, terms: 'bill' })
  const [bill] = (await base.calls.sales.list({ customer: badr.id })).rows
  await base.calls.sales.pay({ sale: bill!.id, amount: bill!.due, method: 'cash' })
  const { lines } = await base.calls.sessions.effects({ id: extra.id, scope: 'this' })
  expect(lines).toMatchObject([{ kind: 'credit', number: bill!.number, count: 1, of: 1, amount: bill!.total }])
  await base.calls.sessions.cancel({ ...seen(extra), reason: 'Trainer ill', tell: false })
  expect((await base.calls.sales.credit({ customer: badr.id })).balance).toBe(bill!.total)
  expect(await base.credit()).toBe(0)
  await base.sound()
})

test('an added session earns nothing of a month, whose planned sessions earn what they did', async () => {
  const { extra, ...base } = await withAdded()
  await year.on('2027-05-01', base)
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30', batch: base.first.id })
  expect(rows).toHaveLength(9)
  const earned = await tenant(app.app.db, base.owner.vendorId, async (trx) => {
    const found = await sql<{
      id: string
      worth: number
    }>`select s."id", ${revenueAt(base.owner.vendorId)} as "worth" from "batchSessions" s
      where s."vendorId" = ${base.owner.vendorId} and s."batch" = ${base.first.id} and s."day" <= '2027-04-30'`.execute(trx)
    return new Map(found.rows.map(({ id, worth }) => [id, Number(worth)]))
  })
  for (const { id, day } of rows) {
    // 95.24 without tax in eight parts, the last with what is left.
    const worth = id === extra.id ? 0 : id === rows.at(-1)?.id ? 1194 : 1190
    expect(earned.get(id), day).toBe(worth)
    expect((await base.calls.finance.profit({ from: day, to: day })).total.now.net, day).toBe(worth)
  }
  await base.sound()
})

test('a plan that reaches the day of an added session makes it one of those that the month pays for', async () => {
  const { extra, ...base } = await withAdded()
  await base.calls.batches.update({ ...seen(await base.calls.batches.get({ id: base.first.id })), trainingDays: week(1, 3, 6) })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30', batch: base.first.id })
  expect(rows.filter(({ day }) => day === extra.day).map(({ id }) => id)).toEqual([extra.id])
  const { lines } = await base.calls.sessions.effects({ id: extra.id, scope: 'this' })
  expect(lines).toMatchObject([{ count: 1, of: rows.length, amount: Math.round(10_000 / rows.length) }])
})
