import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a voided renewal gives back the month, not the place', async () => {
  const base = await openFloor(app, 5)
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const item = { kind: 'batch' as const, batch: made.id }
  await calls.sales.sell({ customer: amal.id, items: [item], total: 35_000 })
  const renewal = await calls.sales.sell({ customer: amal.id, items: [item], total: 35_000 })
  await calls.sales.void({ id: renewal.id, reason: 'Too early' })
  expect((await calls.enrolments.list({ batch: made.id })).rows).toMatchObject([{ state: 'active', nextChargeOn: '2026-11-05' }])
})

test('no month is billed twice, also when all are, and a bill that later ones follow can’t be voided', async () => {
  const base = await openFloor(app, 5)
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const bill = (total = 35_000) => calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: made.id }], total })
  // The last month has 27 of its 31 days.
  const bills = [await bill(), await bill(), await bill(30_484)]
  expect(bills.map(({ items: [line] }) => [line?.fromDay, line?.toDay])).toEqual([
    ['2026-10-05', '2026-11-04'],
    ['2026-11-05', '2026-12-04'],
    ['2026-12-05', '2026-12-31'],
  ])
  expect(await refusal(bill())).toBe('sales.batch.billed')
  const [first, second, third] = bills.map(({ id }) => ({ id, reason: 'By mistake' }))
  expect(await refusal(calls.sales.void(first!))).toBe('sale/state')
  expect(await refusal(calls.sales.void(second!))).toBe('sale/state')
  await calls.sales.void(third!)
  expect((await bill(30_484)).items).toMatchObject([{ fromDay: '2026-12-05', toDay: '2026-12-31' }])
  expect((await calls.enrolments.list({ batch: made.id })).rows).toMatchObject([{ state: 'active', nextChargeOn: null }])
})

test('a freeze moves what is billed: no frozen day is paid for, and none of the place twice', async () => {
  const base = await openFloor(app, 5)
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const bill = (total = 35_000) => calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: made.id }], total })
  const span = (sale: Awaited<ReturnType<typeof bill>>) => [sale.items[0]?.fromDay, sale.items[0]?.toDay]
  const place = async () => seen((await calls.enrolments.list({ batch: made.id })).rows[0]!)
  const first = await bill()
  // Five days within the billed days, and five right after them.
  await calls.enrolments.freeze({ ...(await place()), from: '2026-10-20', to: '2026-10-24' })
  await calls.enrolments.freeze({ ...(await place()), from: '2026-11-10', to: '2026-11-14' })
  const second = await bill()
  expect([span(first), span(second), span(await bill(19_194))]).toEqual([
    ['2026-10-05', '2026-11-04'],
    ['2026-11-15', '2026-12-14'],
    // The freezes move the place past its batch, whose last day is the last billed day: 17 of 31 days.
    ['2026-12-15', '2026-12-31'],
  ])
  expect(await refusal(bill())).toBe('sales.batch.billed')
  // It has no days there that could be frozen either.
  const late = { from: '2027-01-01', to: '2027-01-05' }
  expect(await refusal(calls.enrolments.freeze({ ...(await place()), ...late }))).toBe('enrolments.freeze.batchEnd')
  expect(await refusal(calls.sales.void({ id: second.id, reason: 'By mistake' }))).toBe('sale/state')
})

test('a frozen month’s bill is voided and billed again from where it began', async () => {
  const base = await openFloor(app, 5)
  const { calls, made } = base
  const amal = await person(calls, 'Amal')
  const bill = () => calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: made.id }], total: 35_000 })
  await bill()
  const second = await bill()
  const [row] = (await calls.enrolments.list({ batch: made.id })).rows
  await calls.enrolments.freeze({ ...seen(row!), from: '2026-11-20', to: '2026-11-24' })
  expect(await calls.sales.void({ id: second.id, reason: 'By mistake' })).toMatchObject({ state: 'void' })
  // A month, and its five frozen days.
  expect((await bill()).items).toMatchObject([{ fromDay: '2026-11-05', toDay: '2026-12-09' }])
})

test('a place whose only bill is voided counts as not billed, also where that began after it, so that a term is sold again', async () => {
  const base = await openFloor(app, 5)
  const { calls, batch } = base
  const other = { startDate: '2026-10-05', endDate: '2026-12-31', startingTime: '19:00', endingTime: '20:00' }
  const term = await calls.batches.create(batch({ ...other, priceUnit: 'term' }))
  for (const { id, toDay } of [
    { id: term.id, toDay: '2026-12-31' },
    { id: base.made.id, toDay: '2026-11-19' },
  ]) {
    const amal = await person(calls, 'Amal')
    const place = await calls.enrolments.enrol({ batch: id, customer: amal.id, terms: 'free', reason: 'Paid before' })
    await calls.enrolments.update({ ...seen(place), nextChargeOn: '2026-10-20' })
    const bill = () => calls.sales.sell({ customer: amal.id, items: [{ kind: 'batch', batch: id }], total: 35_000 })
    const { id: first } = await bill()
    await calls.sales.void({ id: first, reason: 'By mistake' })
    expect((await calls.enrolments.list({ batch: id })).rows).toMatchObject([{ billedThrough: null, nextChargeOn: '2026-10-20' }])
    expect((await bill()).items).toMatchObject([{ fromDay: '2026-10-20', toDay }])
    expect((await calls.enrolments.list({ batch: id })).rows).toMatchObject([{ state: 'active', billedThrough: toDay }])
  }
})
