import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, person, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const free = (unit: number, quantity = 1) => ({ kind: 'free' as const, text: 'A football', quantity, unit })
const settings = { rate: 750, isIncluded: false, number: '', validFrom: '2026-10-05' }

test('without settings the country’s rate is within the price; an own rate on top is exact, and old bills keep theirs', async () => {
  const { calls } = await openFloor(app, 5)
  expect(await calls.setup.tax()).toEqual({
    today: '2026-10-05',
    now: { rate: 500, rateThousandths: 5000, reducedThousandths: null, isIncluded: true, number: '', validFrom: null },
    later: [],
    version: 0,
  })
  const old = await calls.sales.sell({ items: [free(10_500)], total: 10_500 })
  expect(old).toMatchObject({ net: 10_000, tax: 500, taxRate: 500, taxIsIncluded: true })
  const saved = await calls.setup.saveTax({ ...settings, version: 0 })
  expect(saved).toMatchObject({ now: settings, version: 1 })
  expect(await calls.sales.settings()).toMatchObject({ taxRate: 750, taxIsIncluded: false })
  // 3 × 9.99 is 29.97; 7.5 % of it is 2.24775, so 2.25; with 10 % off 26.97 and 2.02275, so 2.02.
  const plain = { items: [free(999, 3)], total: 3222 }
  expect(await calls.sales.sell(plain)).toMatchObject({ list: 2997, net: 2997, tax: 225, total: 3222, taxRate: 750, taxIsIncluded: false })
  const off = { ...plain, discount: { kind: 'percent' as const, value: 1000 }, discountReason: 'A friend', total: 2899 }
  expect(await calls.sales.sell(off)).toMatchObject({ list: 2997, discount: 300, net: 2697, tax: 202, total: 2899 })
  expect(await refusal(calls.sales.sell({ ...plain, total: 2997 }))).toBe('sale/price-changed')
  expect(await calls.sales.get({ id: old.id })).toMatchObject({ net: 10_000, tax: 500, total: 10_500, taxRate: 500, taxIsIncluded: true })
  expect(await calls.sales.refund({ sale: old.id, amount: 10_500, method: 'cash', reason: 'Torn' })).toMatchObject({
    refunds: [{ tax: 500 }],
  })
})

test('a later day’s tax waits for its day, by the business’s own calendar', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.setup.saveTax({ ...settings, rate: 1000, isIncluded: true, validFrom: '2026-10-07', version: 0 })
  const rate = async () => (await calls.sales.settings()).taxRate
  expect(await rate()).toBe(500)
  expect(await calls.setup.tax()).toMatchObject({ now: { rate: 500 }, later: [{ rate: 1000, validFrom: '2026-10-07' }], version: 1 })
  // 19:59 and 20:00 UTC of the 6th are before and after midnight in Dubai.
  await travel(app, owner, Date.UTC(2026, 9, 6, 19, 59))
  expect(await rate()).toBe(500)
  app.clock.set(Date.UTC(2026, 9, 6, 20, 0))
  expect(await rate()).toBe(1000)
  expect(await calls.sales.sell({ items: [free(11_000)], total: 11_000 })).toMatchObject({ tax: 1000, taxRate: 1000 })
})

test('a save names what it saw, is of today or later, and stands in the log as money', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.setup.saveTax({ ...settings, version: 0 })
  expect(await refusal(calls.setup.saveTax({ ...settings, rate: 0, version: 0 }))).toBe('request/stale')
  expect(await calls.setup.saveTax({ ...settings, rate: 0, version: 1 })).toMatchObject({ now: { rate: 0 }, later: [], version: 2 })
  const refused = (more: object) => refusal(calls.setup.saveTax({ ...settings, version: 2, ...more }))
  expect(await refused({ validFrom: '2026-10-04' })).toBe('setup.tax.validFrom.past')
  expect(await refused({ rate: 10_001 })).toBe('setup.tax.rate.number')
  expect(await refused({ rate: 7.5 })).toBe('setup.tax.rate.number')
  expect(await refused({ number: 'x'.repeat(31) })).toBe('setup.tax.number.long')
  const races = await Promise.all([1, 2, 3, 4].map((rate) => refused({ rate })))
  expect(races.toSorted()).toEqual(['accepted', 'request/stale', 'request/stale', 'request/stale'])
  const log = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .selectFrom('audit')
      .select(['action', 'sequence', 'before', 'after'])
      .where('vendorId', '=', owner.vendorId)
      .where('entity', '=', 'tax')
      .orderBy('sequence')
      .execute(),
  )
  expect(log).toMatchObject([
    {
      action: 'update',
      sequence: 1,
      before: { rate: 500, isIncluded: true, validFrom: null },
      after: { rate: 750, isIncluded: false, validFrom: '2026-10-05' },
    },
    { sequence: 2, before: { rate: 750 }, after: { rate: 0 } },
    { sequence: 3 },
  ])
  for (const [role, expected] of [
    ['manager', 'accepted'],
    ['accountant', 'permission/denied'],
    ['frontDesk', 'permission/denied'],
  ] as const) {
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    expect(await refused({ version: 3 }), role).toBe(expected)
  }
})

test('a save that names no number keeps the one of its day; an empty one takes it away', async () => {
  const { calls } = await openFloor(app, 5)
  const { number: _number, ...unnamed } = settings
  expect((await calls.setup.saveTax({ ...unnamed, version: 0 })).now.number).toBe('')
  await calls.setup.saveTax({ ...settings, number: 'TRN 100200300400003', version: 1 })
  expect((await calls.setup.saveTax({ ...unnamed, rate: 800, version: 2 })).now).toMatchObject({ rate: 800, number: 'TRN 100200300400003' })
  const later = await calls.setup.saveTax({ ...unnamed, validFrom: '2026-10-07', version: 3 })
  expect(later.later).toMatchObject([{ number: 'TRN 100200300400003' }])
  expect((await calls.setup.saveTax({ ...settings, number: '', version: 4 })).now.number).toBe('')
})

test('a receipt shows the number of its day, on the page and in the mail', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const buyer = await person(calls, 'Amal', { email: 'amal@example.com' })
  const sell = () => calls.sales.sell({ customer: buyer.id, items: [free(10_500)], total: 10_500 })
  const before = await sell()
  expect(before.vendor.taxNumber).toBe('')
  await calls.sales.send({ id: before.id })
  expect((await app.mails()).at(-1)?.text).not.toContain('Tax number')
  await travel(app, owner, start + day)
  await calls.setup.saveTax({ rate: 500, isIncluded: true, number: 'TRN 100200300400003', validFrom: '2026-10-06', version: 0 })
  const after = await sell()
  expect(after.vendor.taxNumber).toBe('TRN 100200300400003')
  expect((await calls.sales.get({ id: before.id })).vendor.taxNumber).toBe('')
  await calls.sales.send({ id: after.id })
  expect((await app.mails()).at(-1)?.text).toContain('Tax number: TRN 100200300400003')
})
