import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined } from '#directory/team/team.sample.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { remindUnpaid } from './renewal.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const free = (unit: number) => ({ kind: 'free' as const, text: 'A football', quantity: 1, unit })

/** Bills of 10.00, 20.00 and so on that are past due by 1, 5, 9 and 20 days; the last customer has no address. */
async function owed() {
  app.clock.set(start)
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  const tag = owner.vendorId.slice(-8)
  const people = []
  for (const at of [1, 2, 3]) people.push(await person(calls, `P${at}`, { phone: '', email: `p${at}-${tag}@example.com` }))
  people.push(await person(calls, 'Dina'))
  const bills = []
  for (const [at, on] of [0, 11, 15, 19].entries()) {
    await travel(app, owner, start + on * day)
    bills.push(await calls.sales.sell({ customer: people[at]!.id, items: [free(1000)], total: 1000 }))
  }
  await travel(app, owner, start + 20 * day)
  const sent = async () =>
    (await app.mails()).filter(({ to }) => to.includes(tag)).map(({ to, subject }) => `${to.slice(0, 2)} ${subject.split(' ', 1)[0]}`)
  return { ...base, bills, sent }
}

test('bills of an age are reminded of once a day, by email, with how to pay; those of others are not', async () => {
  const { calls, sent, owner, bills } = await owed()
  await sent()
  const before = (await sent()).length
  // 9 and 5 days past due.
  expect(await calls.sales.remind({ from: 5, to: 9 })).toEqual({ sent: 2, already: 0, unreachable: 0, isMore: false })
  expect((await sent()).slice(before).toSorted()).toEqual(['p2 Reminder:', 'p3 Reminder:'])
  expect(await calls.sales.remind({ from: 1 })).toEqual({ sent: 1, already: 2, unreachable: 1, isMore: false })
  expect(await calls.sales.remind({ from: 1 })).toEqual({ sent: 0, already: 3, unreachable: 1, isMore: false })
  expect((await sent()).length - before).toBe(3)
  // A paid bill is not reminded of; the next day the others are again.
  await calls.sales.pay({ sale: bills[0]!.id, method: 'cash', amount: 1000 })
  await travel(app, owner, start + 21 * day)
  expect(await calls.sales.remind({ from: 1 })).toEqual({ sent: 2, already: 0, unreachable: 1, isMore: false })
})

test('a business whose owner never proved the address sends none, and says so', async () => {
  const { calls, owner, sent } = await owed()
  const before = (await sent()).length
  // Somebody else at the desk may have proved theirs.
  const desk = await joined(app, owner, 'manager')
  await app.app.db.kysely.updateTable('users').set({ emailIsVerified: false }).where('id', '=', owner.userId).execute()
  expect(await refusal(desk.calls.sales.remind({ from: 1 }))).toBe('auth/email-unverified')
  expect(await refusal(calls.sales.remind({ from: 1 }))).toBe('auth/email-unverified')
  expect((await sent()).length).toBe(before)
})

test('of twenty calls at once each bill is reminded of by one', async () => {
  const { calls, sent } = await owed()
  const before = (await sent()).length
  const answers = await Promise.all(Array.from({ length: 20 }, () => calls.sales.remind({ from: 1 })))
  expect(answers.reduce((sum, { sent: count }) => sum + count, 0)).toBe(3)
  expect((await sent()).length - before).toBe(3)
})

test('a reminder by hand takes the place of the automatic one of its day, and another business’s bills stay out', async () => {
  const { calls, bills, sent } = await owed()
  const other = await owed()
  const before = (await sent()).length
  expect((await other.calls.sales.remind({ from: 1 })).sent).toBe(3)
  expect((await sent()).length).toBe(before)
  expect((await calls.sales.remind({ from: 1 })).sent).toBe(3)
  // Each is due for an automatic one by today.
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2000-01-01T00:00:00Z', dailyFor: null }).execute()
  await runDays(app.app, [remindUnpaid])
  expect((await sent()).length - before).toBe(3)
  expect(await refusal(calls.sales.remind({ from: 0 }))).toBe('lib.fields.invalid')
  const { rows } = await calls.reports.audit({ size: 100 })
  // No money changed: the log of money does not have it.
  expect(rows.filter(({ action }) => action === 'remind')).toEqual([])
  expect((await calls.sales.get({ id: bills[0]!.id })).due).toBe(1000)
})

test('chosen customers or bills are reminded of, if they are past due, and nobody else', async () => {
  const { calls, bills, sent } = await owed()
  const other = await owed()
  const before = (await sent()).length
  const [first, second, third] = bills
  const theirs = other.bills[0]!
  expect(await refusal(calls.sales.remind({ from: 1, sales: [first!.id, theirs.id] }))).toBe('document/not-found')
  expect(await refusal(calls.sales.remind({ from: 1, customers: [theirs.customer!] }))).toBe('document/not-found')
  expect(await calls.sales.remind({ from: 1, sales: [first!.id, first!.id] })).toMatchObject({ sent: 1 })
  expect(await calls.sales.remind({ from: 1, customers: [second!.customer!, first!.customer!] })).toMatchObject({ sent: 1, already: 1 })
  expect(await calls.sales.remind({ from: 6, customers: [third!.customer!] })).toMatchObject({ sent: 0 })
  expect((await sent()).slice(before).map((line) => line.slice(0, 2))).toEqual(['p1', 'p2'])
  expect(await refusal(calls.sales.remind({ from: 1, customers: [] }))).toBe('lib.fields.invalid')
})
