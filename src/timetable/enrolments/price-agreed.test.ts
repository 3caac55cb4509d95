import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen, travel } from '../../../test/floor.ts'
import { morning, yearOf, type Year } from '../../../test/year.ts'
import { pricedFloor } from './price.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a price is changed as its preview showed it; where another state was seen, the answer is what it means now, and nothing changes', async () => {
  const base = await pricedFloor(year)
  const amal = await base.enrol('Amal')
  const asked = { id: base.made.id, price: 18_000, from: '2027-07-01' }
  const shown = await base.calls.batches.priceEffect(asked)
  expect(shown.rows.map(({ before, after, from, until, nextBill }) => [before, after, from, until, nextBill])).toEqual([
    [15_000, 18_000, '2027-07-01', null, { fromDay: '2027-06-01', amount: 15_000 }],
  ])
  const agreed = ({ digest }: { digest: string }) => ({ decision: { digest } })
  await base.enrol('Badr')
  const terms = async () => (await base.calls.enrolments.terms({ id: amal.place.id })).rows
  const before = [await base.batch(), await terms(), await app.mails()]
  const refused: unknown = await base.change(agreed(shown)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'effects/changed', status: 409, data: { effects: await base.calls.batches.priceEffect(asked) } })
  expect(await refusal(base.change({ ...agreed(shown), isForAll: false }))).toBe('effects/changed')
  expect([await base.batch(), await terms(), await app.mails()]).toEqual(before)
  const now = await base.calls.batches.priceEffect(asked)
  expect(now.rows.map(({ firstName }) => firstName)).toEqual(['Amal', 'Badr'])
  // The digest is of this price from this day on.
  for (const other of [{ price: 18_001 }, { from: '2027-07-02' }])
    expect(await refusal(base.change({ ...agreed(now), ...other }))).toBe('effects/changed')
  expect(await base.change(agreed(now))).toMatchObject({ nextPrice: 18_000 })
  await year.on('2027-07-02', base)
  expect((await year.bills(base.owner.vendorId)).map(({ total }) => total)).toEqual([15_000, 15_000, 15_000, 15_000, 18_000, 18_000])
})

test('a preview does not show an offer that has expired, so that the act finds what was shown', async () => {
  const base = await pricedFloor(year)
  await base.calls.enrolments.saveBilling({ ...(await base.calls.enrolments.billing()), placeOffers: 'byHand' })
  const amal = await base.enrol('Amal')
  await base.calls.batches.update({ ...seen(await base.batch()), totalCandidates: 1 })
  await base.enrol('Badr', { terms: 'from', ifFull: 'wait' })
  await base.calls.enrolments.finish(seen(amal.place))
  await base.calls.enrolments.offerNext({ batch: base.made.id })
  await travel(app, base.owner, morning('2027-05-05'))
  const { digest, rows } = await base.calls.batches.priceEffect({ id: base.made.id, price: 18_000, from: '2027-07-01' })
  expect(rows).toEqual([])
  expect(await base.change({ decision: { digest } })).toMatchObject({ nextPrice: 18_000 })
})
