import { person, seen } from '../../../test/floor.ts'
import type { Year } from '../../../test/year.ts'

/** A batch of 150.00 a month, or as `of` says, from 1 May 2027 to the end of the year. */
export async function pricedFloor(year: Year, day = '2027-05-01', of: object = {}) {
  const base = await year.yearFloor(day, '2027-12-31')
  const input = {
    name: 'Seniors',
    price: 15_000,
    startDate: '2027-05-01',
    endDate: '2027-12-31',
    startingTime: '19:00',
    endingTime: '20:00',
    ...of,
  }
  const created = await base.calls.batches.create(base.batch(input))
  const enrol = async (name: string, more: object = {}, about: object = {}) => {
    const customer = await person(base.calls, name, about)
    const place = await base.calls.enrolments.enrol({ batch: created.id, customer: customer.id, terms: 'bill', ...more })
    return { customer, place }
  }
  const batch = () => base.calls.batches.get({ id: created.id })
  const change = async (more: object = {}) =>
    base.calls.batches.changePrice({ ...seen(await batch()), price: 18_000, from: '2027-07-01', isForAll: true, ...more })
  /** The places as they are now, by the names of their people; of everybody without names. */
  const places = async (...names: string[]) => {
    const { rows } = await base.calls.enrolments.list({ batch: created.id, state: 'all', sort: 'createdAt', direction: 'asc' })
    return names.length === 0 ? rows : names.map((name) => rows.find(({ firstName }) => firstName === name)!)
  }
  /** The bills of each person by their days: `2027-07-01 12000`. */
  const billed = async (name: string) => {
    const [place] = await places(name)
    const { rows } = await base.calls.sales.list({ customer: place!.customer, sort: 'day', direction: 'asc' })
    const bills = await Promise.all(rows.map(({ id }) => base.calls.sales.get({ id })))
    return bills.map(({ items: [line], total }) => `${line?.fromDay} ${line?.toDay} ${total}`)
  }
  return { ...base, made: created, batchInput: base.batch, enrol, batch, change, places, billed }
}

/** A batch of 100.00 a month from 1 May 2027, and what a price of their own means for some of its people, by name. */
export async function ownPriceFloor(year: Year, day = '2027-05-01') {
  const base = await pricedFloor(year, day, { price: 10_000 })
  const { calls, made } = base
  const preview = async (names: string[], price: number, from: string) =>
    calls.enrolments.priceEffect({ batch: made.id, places: (await base.places(...names)).map(({ id }) => id), price, from })
  const set = async (names: string[], price: number, from: string, more: object = {}) =>
    calls.enrolments.setPrice({ batch: made.id, places: (await base.places(...names)).map(seen), price, from, ...more })
  const terms = async (name: string) => (await calls.enrolments.terms({ id: (await base.places(name))[0]?.id ?? '' })).rows
  /** Everything that a price of their own may change. */
  const all = async () => {
    const rows = await base.places()
    const { rows: log } = await calls.history.list({ of: made.id })
    return [rows, await Promise.all(rows.map(async ({ id }) => (await calls.enrolments.terms({ id })).rows)), log]
  }
  return { ...base, preview, set, terms, all }
}
