import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { newId } from '#kernel/ids.ts'
import { addDays } from '#lib/days.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, travel } from '../../../test/floor.ts'
import { needKinds } from './needs.rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const at = (day: string) => Date.parse(`${day}T09:00:00Z`)

/** A business on 2026-10-14 with three bills that are past due: an old large one and two issued the day before. */
async function overdue() {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const bill = async (name: string, unit: number) =>
    calls.sales.sell({
      customer: (await person(calls, name)).id,
      items: [{ kind: 'free', text: 'Hall hire', quantity: 1, unit }],
      total: unit,
    })
  const old = await bill('Old', 90_000)
  await travel(app, owner, at('2026-10-13'))
  const small = await bill('Small', 1_000)
  const large = await bill('Large', 2_000)
  await travel(app, owner, at('2026-12-01'))
  return { ...base, old, small, large }
}

test('the latest bills stand before the very old, with what all of them come to and the age of each', async () => {
  const { calls, old, small, large } = await overdue()
  const { pastDue } = (await calls.home.today()).needs
  expect(pastDue).toMatchObject({ count: 3, total: 93_000, snoozed: [] })
  expect(pastDue.rows.map(({ id, name, money }) => [id, name, money])).toEqual([
    [large.id, 'Large', 2_000],
    [small.id, 'Small', 1_000],
    [old.id, 'Old', 90_000],
  ])
  for (const { day, age } of pastDue.rows) expect(addDays(day, age)).toBe('2026-12-01')
})

test('what one member puts off is put off for the business, says by whom, and comes back by itself on its day', async () => {
  const { calls, owner, old } = await overdue()
  const request = { kind: 'pastDue', about: old.id, until: '2026-12-04' } as const
  expect(await calls.home.snooze(request)).toEqual(request)
  const asleep = async () => (await calls.home.today()).needs.pastDue
  expect(await asleep()).toMatchObject({ count: 2, total: 3_000, snoozed: [{ id: old.id, until: '2026-12-04', by: owner.email }] })
  await travel(app, owner, at('2026-12-03'))
  expect((await asleep()).count).toBe(2)
  await travel(app, owner, at('2026-12-04'))
  expect(await asleep()).toMatchObject({ count: 3, total: 93_000, snoozed: [] })
  // Snoozed again after an expired snooze, snoozed longer, and woken.
  await calls.home.snooze({ ...request, until: '2026-12-05' })
  await calls.home.snooze({ ...request, until: '2026-12-11' })
  expect((await asleep()).snoozed).toMatchObject([{ until: '2026-12-11' }])
  await calls.home.snooze({ ...request, until: null })
  expect(await asleep()).toMatchObject({ count: 3, snoozed: [] })
})

test('what is done while it is put off is in neither list', async () => {
  const { calls, small } = await overdue()
  await calls.home.snooze({ kind: 'pastDue', about: small.id, until: '2026-12-20' })
  await calls.sales.pay({ sale: small.id, method: 'cash', amount: 1_000 })
  expect((await calls.home.today()).needs.pastDue).toMatchObject({ count: 2, total: 92_000, snoozed: [] })
})

test('a day that is not after today or more than a year off, another kind of record and an unknown one are refused', async () => {
  const { calls, old, made } = await overdue()
  const put = (more: object) => refusal(calls.home.snooze({ kind: 'pastDue', about: old.id, until: '2026-12-04', ...more }))
  expect(await put({ until: '2026-12-01' })).toBe('home.snooze.future')
  expect(await put({ until: '2026-11-30' })).toBe('home.snooze.future')
  expect(await put({ until: '2027-12-02' })).toBe('accepted')
  expect(await put({ until: '2027-12-03' })).toBe('home.snooze.far')
  expect(await put({ until: '2026-02-30' })).toBe('home.snooze.format')
  expect(await put({ about: made.id })).toBe('document/not-found')
  for (const kind of needKinds) expect(await put({ kind, about: newId() }), kind).toBe('document/not-found')
})

test('who may put off what: the desk all but payouts, trainers and accountants nothing; the desk sees no sums', async () => {
  const { calls, owner, old } = await overdue()
  const expected: [Role, string, string][] = [
    ['manager', 'accepted', 'document/not-found'],
    ['frontDesk', 'accepted', 'permission/denied'],
    ['trainer', 'permission/denied', 'permission/denied'],
    ['accountant', 'permission/denied', 'permission/denied'],
  ]
  for (const [index, [role, bills, payouts]] of expected.entries()) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    const until = `2026-12-1${index}`
    expect(await refusal(calls.home.snooze({ kind: 'pastDue', about: old.id, until })), role).toBe(bills)
    expect(await refusal(calls.home.snooze({ kind: 'payouts', about: old.id, until })), role).toBe(payouts)
    const { needs, money } = await calls.home.today()
    expect(money === null, role).toBe(role === 'frontDesk' || role === 'trainer')
    expect(needs.pastDue, role).toMatchObject(
      bills === 'accepted'
        ? { count: 2, total: role === 'manager' ? 3_000 : null, snoozed: [{ until }] }
        : { count: 0, rows: [], snoozed: [] },
    )
  }
})
