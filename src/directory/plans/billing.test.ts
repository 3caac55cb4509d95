import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, start, travel } from '../../../test/floor.ts'
import { charge } from './billing.rules.ts'
import { renewPlans } from './billing.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a plan costs a year from the day of its change, less the unused part of the year before, by the day', () => {
  const year = { amount: 40_000, day: '2026-01-01', toDay: '2026-12-31' }
  expect(charge('pro', '2026-10-05', null)).toEqual({ amount: 40_000, credit: 0 })
  // 2 July to 31 December are 183 of 365 days: 20,054.79 cents.
  expect(charge('elite', '2026-07-02', year)).toEqual({ amount: 70_000, credit: 20_054 })
  expect(charge('elite', '2026-01-01', year)).toEqual({ amount: 70_000, credit: 40_000 })
  expect(charge('elite', '2026-12-31', year)).toEqual({ amount: 70_000, credit: 109 })
  expect(charge('pro', '2027-01-01', year)).toEqual({ amount: 40_000, credit: 0 })
  expect(charge('starter', '2026-07-02', year)).toEqual({ amount: 0, credit: 20_054 })
})

test('each change and each year of a plan is an invoice of its own, and none is written twice', async () => {
  app.clock.set(start)
  const owner = await app.owner({ country: 'AE' })
  const { calls } = owner
  const change = async (plan: 'starter' | 'pro' | 'elite') => calls.plans.change({ plan, version: (await calls.plans.current()).version })
  const listed = async () => (await calls.plans.invoices()).map(({ number, day, toDay, plan, total }) => [number, day, toDay, plan, total])
  await change('starter')
  expect(await listed()).toEqual([])
  expect((await calls.plans.preview({ plan: 'starter' })).bill).toMatchObject({ amount: 0, credit: 0, total: 0 })
  const foreseen = (await calls.plans.preview({ plan: 'pro' })).bill
  expect(foreseen).toEqual({ day: '2026-10-05', toDay: '2027-10-04', amount: 40_000, credit: 0, total: 40_000 })
  await change('pro')
  await change('pro')
  const first = ['P2026-00001', '2026-10-05', '2027-10-04', 'pro', 40_000]
  expect(await listed()).toEqual([first])
  await travel(app, owner, Date.parse('2027-10-04T12:00:00Z'))
  await runDays(app.app, [renewPlans])
  expect(await listed()).toEqual([first])
  // A server that was down for more than a year bills each missed year.
  await travel(app, owner, Date.parse('2028-10-06T12:00:00Z'))
  await runDays(app.app, [renewPlans])
  const second = ['P2027-00001', '2027-10-05', '2028-10-04', 'pro', 40_000]
  const third = ['P2028-00001', '2028-10-05', '2029-10-04', 'pro', 40_000]
  expect(await listed()).toEqual([third, second, first])
  await travel(app, owner, Date.parse('2028-10-07T12:00:00Z'))
  await runDays(app.app, [renewPlans])
  expect(await listed()).toHaveLength(3)
  // 7 October 2028 to 4 October 2029 are 363 of 365 days: 39,780.8 cents are credited.
  expect((await calls.plans.preview({ plan: 'starter' })).bill).toMatchObject({ credit: 39_780, total: -39_780 })
  await change('starter')
  expect((await listed())[0]).toEqual(['P2028-00002', '2028-10-07', null, 'starter', -39_780])
  await travel(app, owner, Date.parse('2030-01-01T12:00:00Z'))
  await runDays(app.app, [renewPlans])
  expect(await listed()).toHaveLength(4)
  await change('elite')
  expect((await listed())[0]).toEqual(['P2030-00001', '2030-01-01', '2030-12-31', 'elite', 70_000])
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{ at: string }>`select "at" from "audit" where "vendorId" = ${owner.vendorId} and "entity" = 'plan' and "action" = 'renew'`.execute(
      trx,
    ),
  )
  expect(rows).toHaveLength(2)
  const before = await listed()
  await tenant(app.app.db, owner.vendorId, (trx) =>
    trx.updateTable('members').set({ role: 'manager' }).where('vendorId', '=', owner.vendorId).execute(),
  )
  expect(await refusal(calls.plans.invoices())).toBe('permission/denied')
  expect(before).toHaveLength(5)
})
