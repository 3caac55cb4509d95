import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusedFor, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { accepted, quoteDesk } from './quote.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

test('a price that a quote agreed stays when chosen places get a price of their own', async () => {
  const base = await quoteDesk(app, 8)
  await year.plan(base)
  const { calls, made } = base
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 1, offeredPrice: 30_000 })
  await calls.quotes.convert(seen(quote))
  const badr = await person(calls, 'Badr')
  await calls.enrolments.enrol({ batch: made.id, customer: badr.id, terms: 'bill' })
  const { rows } = await calls.enrolments.list({ batch: made.id, state: 'held', sort: 'createdAt', direction: 'asc' })
  const price = { batch: made.id, price: 20_000, from: '2026-11-05' }
  const shown = await calls.enrolments.priceEffect({ ...price, places: rows.map(({ id }) => id) })
  expect(shown.rows.map(({ firstName, exception }) => [firstName, exception])).toEqual([
    ['Amal', 'quote'],
    ['Badr', null],
  ])
  expect(await refusedFor(calls.enrolments.setPrice({ ...price, places: rows.map(seen) }))).toEqual([
    'request/invalid',
    'Amal',
    ['places.0', 'enrolments.price.exception.quote'],
  ])
})
