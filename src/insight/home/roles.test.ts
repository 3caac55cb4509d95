import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { testApp, type Caller, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const become = (owner: Caller & { userId: string }, change: object) =>
  platform(app.app.db, (trx) => trx.updateTable('members').set(change).where('userId', '=', owner.userId).execute())

test("a trainer's Home has the own sessions, what is to be marked of them, the week ahead and the own pay, and nothing else", async () => {
  const base = await openFloor(app, 5)
  const { calls, owner, batch, made, trainer, second } = base
  const everyDay = { ...dated, trainingDays: week(0, 1, 2, 3, 4, 5, 6) }
  await calls.batches.create(batch({ ...everyDay, name: 'Others', trainer: second.id, startingTime: '08:00', endingTime: '09:00' }))
  await calls.batches.create(batch({ ...dated, name: 'Fridays', trainingDays: week(5) }))
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  // A sale with a debt, so that there is money to leave out.
  await calls.sales.sell({ customer: amal.id, items: [{ kind: 'free', text: 'A ball', quantity: 1, unit: 1000 }], total: 1000 })
  // Monday's session at 17:00 is over, and so is the other trainer's in the morning.
  await travel(app, owner, Date.UTC(2026, 9, 5, 15, 0, 0))
  expect((await calls.home.today()).meetings).toHaveLength(2)
  await become(owner, { role: 'trainer', trainerId: trainer.id })
  const today = await calls.home.today()
  expect(today.meetings.map(({ name }) => name)).toEqual(['Juniors'])
  expect(today.own?.week.map(({ day, name }) => `${day} ${name}`)).toEqual(['2026-10-09 Fridays', '2026-10-12 Juniors'])
  // One delivered session at 120 whole units.
  expect(today.own).toMatchObject({ pay: 12_000, paidSessions: 1, currency: 'AED', exponent: 2 })
  expect(today.needs.unmarked).toMatchObject({ count: 1, total: null, rows: [{ name: 'Juniors', text: '17:00', people: 1, age: 0 }] })
  expect(today).toMatchObject({ customers: null, money: null, books: null, places: 0, taken: 0, placesBefore: 0, takenBefore: 0 })
  for (const kind of ['pastDue', 'quotes', 'payouts', 'waiting', 'expiring'] as const)
    expect(today.needs[kind]).toEqual({ count: 0, total: null, rows: [], snoozed: [] })
  expect(JSON.stringify(today)).not.toContain('Amal')
  await become(owner, { trainerId: null })
  expect(await calls.home.today()).toMatchObject({
    meetings: [],
    own: { week: [], pay: 0, paidSessions: 0 },
    needs: { unmarked: { count: 0 } },
  })
})

test("an accountant's Home has the books, what they still ask for and no customer", async () => {
  const { calls, owner, made } = await openFloor(app, 5)
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  // 5 % is included in the price: 1,000 of 21,000.
  await calls.sales.sell({ customer: amal.id, items: [{ kind: 'free', text: 'Hall hire', quantity: 1, unit: 21_000 }], total: 21_000 })
  await travel(app, owner, Date.UTC(2026, 10, 20, 9, 0, 0))
  await calls.sales.sell({ items: [{ kind: 'free', text: 'Hall hire', quantity: 1, unit: 42_000 }], total: 42_000, payments: [] })
  const spent = { category: 'rent', supplier: 'Corniche', method: 'cash' } as const
  await calls.expenses.create({ ...spent, amount: 10_500, tax: 500, day: '2026-11-01' })
  await calls.expenses.create({ ...spent, amount: 7_000, tax: 0, day: '2026-10-31' })
  const count = { cash: -10_500, card: 0, transfer: 0, wallet: 0 }
  await calls.reports.closeDay({ ...count, cash: 5, day: '2026-11-18', note: 'Found' })
  await calls.reports.closeDay({ ...count, cash: 5, day: '2026-11-19', note: 'Found' })
  app.clock.advance(1000)
  await calls.reports.closeDay({ ...count, cash: 0, day: '2026-11-19' })
  const { vendorId } = owner
  const payout = (state: string, net: number, fromDay: string) =>
    tenant(app.app.db, vendorId, async (trx) => {
      const now = new Date(app.clock.now()).toISOString()
      const row = {
        vendorId,
        currency: 'AED',
        gross: net,
        refunds: 0,
        commission: 0,
        net,
        state,
        stateAt: now,
        createdAt: now,
        updatedAt: now,
      }
      const account = crypto.randomUUID()
      await trx
        .insertInto('payoutAccounts')
        .values({
          vendorId,
          id: account,
          holder: 'A',
          bankName: 'B',
          sealed: Buffer.from(''),
          ending: '3456',
          setBy: owner.userId,
          countsFrom: now,
          createdAt: now,
        } as never)
        .execute()
      const failureReason = state === 'failed' ? 'The account is closed' : null
      await trx
        .insertInto('payouts')
        .values({ ...row, id: crypto.randomUUID(), fromDay, toDay: fromDay, account, failureReason } as never)
        .execute()
    })
  await payout('processing', 3_000, '2026-11-01')
  await payout('pending', 400, '2026-11-02')
  await payout('failed', 50, '2026-11-03')
  await become(owner, { role: 'accountant' })
  const today = await calls.home.today()
  // October's hire is 45 days old: 20,000 before the 30 days; its debt was already outstanding then.
  expect(today.money).toMatchObject({ net: 40_000, netBefore: 20_000, unpaid: 63_000, bills: 2, unpaidBefore: 21_000 })
  expect(today.books).toEqual({
    expenses: 10_000,
    tax: 2_000 - 500,
    onItsWay: 3_400,
    monthsToClose: 1,
    firstToClose: '2026-10',
    daysThatDiffer: 1,
  })
  expect(today.needs.payouts).toMatchObject({ count: 1, total: 50, rows: [{ money: 50, text: 'The account is closed', age: 0 }] })
  expect(today.needs.pastDue.rows).toEqual([])
  expect(today).toMatchObject({ customers: null, own: null })
  expect(JSON.stringify(today)).not.toContain('Amal')
  await calls.finance.close({ month: '2026-10' })
  expect((await calls.home.today()).books).toMatchObject({ monthsToClose: 0, firstToClose: null })
})

test('places filled are compared with those of 30 days ago, by the days of batches and subscriptions', async () => {
  const { calls, owner, batch, made } = await openFloor(app, 4)
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const enrol = async (name: string, to = made.id, more: object = {}) =>
    calls.enrolments.enrol({ batch: to, customer: (await person(calls, name)).id, ...more })
  await enrol('Amal')
  const leaving = await enrol('Badr')
  await enrol('Celine', made.id, { startDate: '2026-10-20' })
  await travel(app, owner, Date.UTC(2026, 9, 30, 9, 0, 0))
  await calls.enrolments.cancel({ id: leaving.id, version: leaving.version, when: 'now' })
  const next = await calls.batches.create(
    batch({ startDate: '2026-11-01', endDate: '2026-12-31', totalCandidates: 6, startingTime: '07:00', endingTime: '08:00' }),
  )
  await enrol('Dina', next.id)
  await travel(app, owner, Date.UTC(2026, 10, 10, 9, 0, 0))
  // On 11 October Amal and Badr were in the one batch; today Amal and Celine are, and Dina in the other.
  expect(await calls.home.today()).toMatchObject({ places: 10, taken: 3, placesBefore: 4, takenBefore: 2 })
})
