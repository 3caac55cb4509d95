import { afterAll, beforeAll, expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('closed days credit the sessions that they cancel, by the same rule, and a retry credits nothing more', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const days = { fromDay: '2027-04-03', toDay: '2027-04-05' }
  const shown = await base.calls.closures.effects(days)
  expect(shown.lines).toMatchObject([{ unit: 'sessions', count: 2, of: 8, amount: 2500 }])
  const closure = { ...days, id: '01990000-0000-7000-8000-00000000c105', label: 'Holiday', tell: false }
  await base.calls.closures.create({ ...closure, decision: { digest: shown.digest } })
  await base.calls.closures.create(closure)
  expect(await base.credit()).toBe(2500)
  expect((await base.calls.effects.list({ batch: base.first.id })).rows).toMatchObject([{ act: 'closure', batch: null }])
  await base.sound()
})

test('closed days credit who was moved for the session of the new batch, also where they close both batches', async () => {
  const base = await april(year, { rules: { proration: 'full', cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { calls, second } = base
  await year.on('2027-04-16', base)
  await calls.enrolments.move({ ...seen(await base.place()), batch: second.id })
  const { rows } = await calls.sessions.list({ from: '2027-04-19', to: '2027-04-19', batch: second.id })
  const alone = await calls.sessions.effects({ id: rows[0]!.id, scope: 'this' })
  // The four Mondays of April.
  expect(alone.lines).toMatchObject([{ count: 1, of: 4, amount: 2500 }])
  const closed = await calls.closures.effects({ fromDay: '2027-04-19', toDay: '2027-04-24' })
  expect(closed.lines).toEqual(alone.lines)
})

test('days that are opened again take the credit of their sessions back, unless it is used', async () => {
  for (const isUsed of [false, true]) {
    const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
    const id = isUsed ? '01990000-0000-7000-8000-00000000c107' : '01990000-0000-7000-8000-00000000c106'
    await base.calls.closures.create({ id, fromDay: '2027-04-03', toDay: '2027-04-05', label: 'Holiday', tell: false })
    expect(await base.credit()).toBe(2500)
    if (isUsed) await base.calls.sales.sell({ customer: base.amal.id, items: [{ kind: 'batch', batch: base.first.id }], total: 10_000 })
    await base.calls.closures.remove({ id, tell: false })
    expect(await base.credit()).toBe(0)
    const [effect] = (await base.calls.effects.list({ batch: base.first.id })).rows
    expect(effect).toMatchObject({ act: 'closure', reversedOn: isUsed ? null : '2027-04-01' })
    await base.sound()
  }
})

test('closed hours credit the sessions that overlap them, and a change credits and takes back what it cancels and plans again', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { calls, second } = base
  const span = { fromDay: '2027-04-03', toDay: '2027-04-03', startingTime: '19:59', endingTime: '22:00' }
  const shown = await calls.closures.effects(span)
  expect(shown.lines).toMatchObject([{ unit: 'sessions', count: 1, of: 8, amount: 1250 }])
  expect((await calls.closures.effects({ ...span, startingTime: '20:00' })).lines).toEqual([])
  const created = await calls.closures.create({ ...span, label: 'Hire', tell: false, decision: { digest: shown.digest } })
  expect(await base.credit()).toBe(1250)
  const longer = { ...span, toDay: '2027-04-05' }
  const more = await calls.closures.effects({ ...longer, id: created.id })
  expect(more.lines).toMatchObject([{ count: 1, amount: 1250 }])
  const changed = await calls.closures.update({ ...longer, ...seen(created), tell: false, decision: { digest: more.digest } })
  expect(await base.credit()).toBe(2500)
  const later = await calls.closures.update({ ...seen(changed), startingTime: '20:00', tell: false })
  expect([later.cancelled, await base.credit()]).toEqual([1, 0])
  const cancelled = (await calls.sessions.list({ from: '2027-04-03', to: '2027-04-05', state: 'cancelled' })).rows
  expect(cancelled.map(({ batch }) => batch)).toEqual([second.id])
  expect(await calls.closures.remove({ id: created.id, tell: false })).toEqual({ restored: 1 })
  await base.sound()
})

test('a closure that is made longer and then shorter takes back the credit of what takes place again, whichever act gave it', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { calls, amal } = base
  const email = `amal-${crypto.randomUUID()}@example.com`
  await calls.customers.update({ ...seen(await calls.customers.get({ id: amal.id })), email })
  const created = await calls.closures.create({ fromDay: '2027-04-03', toDay: '2027-04-03', label: 'Hire', tell: false })
  const longer = await calls.closures.update({ ...seen(created), toDay: '2027-04-10', tell: false })
  const credited = await base.credit()
  expect(credited).toBeGreaterThan(2500)
  const mails = async () => (await app.mails()).filter(({ to }) => to === email).length
  const before = await mails()
  const shorter = await calls.closures.update({ ...seen(longer), fromDay: '2027-04-05', tell: false })
  expect(await base.credit()).toBe(credited - 1250)
  // One notice of the credit that is removed; those who keep theirs are not notified.
  expect((await mails()) - before).toBe(1)
  const last = await calls.closures.update({ ...seen(shorter), fromDay: '2027-04-10', tell: false })
  expect(await base.credit()).toBe(1250)
  await calls.closures.remove({ id: last.id, tell: false })
  expect(await base.credit()).toBe(0)
  await base.sound()
})

test('of two credits of which one is used, only the other is reversed when the days are opened again', async () => {
  const base = await april(year, { rules: { cancelledSessions: 'credit' }, batch: { trainingDays: week(1, 6) } })
  const { rows } = await base.calls.sessions.list({ from: '2027-04-01', to: '2027-04-30' })
  const [first, second] = rows.filter(({ batch }) => batch === base.first.id)
  for (const session of [first!, second!]) await base.calls.sessions.cancel({ ...seen(session), reason: 'Roof', tell: false })
  expect(await base.credit()).toBe(2500)
  await base.calls.sales.payOutCredit({ customer: base.amal.id, amount: 1250, method: 'cash', reason: 'Asked for it' })
  for (const { id } of [first!, second!]) await base.calls.sessions.restore({ ...seen(await base.calls.sessions.get({ id })), tell: false })
  expect(await base.credit()).toBe(0)
  await base.sound()
})
