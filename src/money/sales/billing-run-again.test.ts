import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDay } from '#business/accounts/daily.server.ts'
import { tenant } from '#db/tenant.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { morning, yearOf, type Year } from '../../../test/year.ts'
import { juneRun, runTask } from './billing-run.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const june = (dates?: { endDate?: string }) => juneRun(app, year, dates)
const task = (bills?: number) => runTask(app, bills)
const reason = 'Wrong price'

test('a place whose last day is that of the run is billed after all when the run is made again', async () => {
  const base = await june({ endDate: '2027-06-01' })
  expect(await base.bills(base.run.id)).toMatchObject([{ total: 1167 }, { total: 1167 }, { total: 1167 }])
  await base.calls.sales.voidRun({ id: base.run.id, reason })
  await task()
  expect(await base.state()).toEqual(base.before)
  await year.on('2027-06-02', base)
  expect((await base.runs())[0]).toMatchObject({ day: '2027-06-02', bills: 3, total: 3501 })
  await base.sound()
})

test('a place that ended before its run was voided is billed by the next night, also where other runs came between', async () => {
  const base = await june({ endDate: '2027-06-10' })
  const { calls, run, owner } = base
  // Another place has its own day: the night of 5 June bills it.
  const late = await calls.batches.create(base.batch({ code: 'LATE', startingTime: '19:00', endingTime: '20:00', startDate: '2027-05-05' }))
  const hana = await person(calls, 'Hana')
  await calls.enrolments.enrol({ batch: late.id, customer: hana.id, startDate: '2027-06-05', nextChargeOn: '2027-06-05' })
  await year.on('2027-06-05', base)
  expect((await base.runs()).map(({ day, bills }) => [day, bills])).toEqual([
    ['2027-06-05', 1],
    ['2027-06-01', 3],
  ])
  await year.on('2027-06-11', base)
  await calls.sales.voidRun({ id: run.id, reason })
  await task()
  // The night of the 12th is interrupted after its first bills, and goes on.
  app.clock.set(morning('2027-06-12'))
  await calls.accounts.signIn({ email: owner.email, password: owner.password })
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2099-01-01' }).where('vendorId', '<>', owner.vendorId).execute()
  let left = 5
  await runDay(app.app, dailyTasks, () => --left < 0)
  expect((await base.runs())[0]).toMatchObject({ day: '2027-06-12', state: 'billed' })
  expect((await base.runs())[0]!.bills).toBeLessThan(3)
  await year.days()
  const [again] = await base.runs()
  expect(again).toMatchObject({ day: '2027-06-12', bills: 3 })
  // The customer of a bill that replaces a void one has as long as for any bill.
  expect((await base.bills(again!.id)).map(({ day, dueOn }) => [day, dueOn])).toEqual(
    Array.from({ length: 3 }, () => ['2027-06-01', '2027-06-15']),
  )
  await year.on('2027-06-13', base)
  expect((await base.runs())[0]).toMatchObject({ id: again!.id, bills: 3 })
  await base.sound()
})

test('billing again goes on after the process stopped in the middle of it', async () => {
  const base = await june()
  const { calls, run } = base
  await calls.sales.voidRun({ id: run.id, reason })
  await task()
  await calls.sales.billAgain({ id: run.id })
  await task(1)
  expect((await base.runs())[0]!.bills).toBeLessThan(3)
  app.clock.advance(10 * 60_000)
  expect(await task()).toBe(true)
  expect((await base.runs())[0]).toMatchObject({ day: '2027-06-01', state: 'billed', bills: 3 })
  await base.sound()
})

test('a bill that can no longer be voided ends the void: the others are void, money moves again, and the owner is notified', async () => {
  const base = await june()
  const { calls, run, owner } = base
  await calls.sales.voidRun({ id: run.id, reason })
  // As the previous version takes a payment while both are running: it knows of no pause.
  const pausedBy = (by: string | null) =>
    tenant(app.app.db, owner.vendorId, (trx) =>
      trx.updateTable('books').set({ pausedBy: by }).where('vendorId', '=', owner.vendorId).execute(),
    )
  await pausedBy(null)
  const [bill] = (await calls.sales.list({ run: run.id, customer: base.dana.id })).rows
  await calls.sales.pay({ sale: bill!.id, method: 'cash', amount: 100, reference: '' })
  await pausedBy(run.id)
  await task()
  const [ended] = await base.runs()
  expect([ended?.state, ended?.bills, (ended?.voided ?? 3) < 3]).toEqual(['voided', 3, true])
  const news = (await calls.notifications.list({})).rows.filter(({ kind }) => kind === 'voidIncomplete')
  expect(news).toMatchObject([{ values: { day: '2027-06-01', count: 3 - (ended?.voided ?? 0) } }])
  await calls.sales.pay({ sale: bill!.id, method: 'cash', amount: 100, reference: '' })
  await base.sound()
})

test('a place whose next payment was postponed after the run keeps it from being voided as a whole', async () => {
  const base = await june()
  const { calls, run } = base
  const [place] = (await calls.enrolments.list({ batch: base.made.id, customer: base.dana.id })).rows
  const { startDate, endDate } = place!
  await calls.enrolments.update({ ...seen(place!), startDate, endDate, nextChargeOn: '2027-08-01', reason: 'July is free' })
  expect((await calls.sales.run({ id: run.id })).obstacles.map(({ obstacle }) => obstacle)).toEqual(['changed'])
  expect(await refusal(calls.sales.voidRun({ id: run.id, reason }))).toBe('run/final')
})
