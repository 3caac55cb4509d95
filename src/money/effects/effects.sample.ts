import { person } from '../../../test/floor.ts'
import type { Year } from '../../../test/year.ts'

type Rules = { billingDay: number | null; proration: 'days' | 'halfMonths' | 'full'; cancelledSessions: 'credit' | 'nothing' }

/** A business that bills on the 1st, on 1 April 2027, with a batch of 100.00 and one of 150.00 a month, and Amal in the first. */
export async function april(
  year: Year,
  { rules = {}, batch = {}, isPaid = true }: { rules?: Partial<Rules>; batch?: object; isPaid?: boolean } = {},
) {
  const base = await year.yearFloor('2027-04-01', '2027-12-31')
  const { calls, owner } = base
  await calls.enrolments.saveBilling({ billingDay: 1, proration: 'days', cancelledSessions: 'nothing', ...rules, version: 0 })
  const dates = { startDate: '2027-04-01', endDate: '2027-12-31', startingTime: '19:00', endingTime: '20:00' }
  const first = await calls.batches.create(base.batch({ price: 10_000, ...dates, ...batch }))
  const second = await calls.batches.create(base.batch({ price: 15_000, ...dates, startingTime: '20:00', endingTime: '21:00' }))
  const amal = await person(calls, 'Amal')
  const bills = async () => (await calls.sales.list({ customer: amal.id, sort: 'day', direction: 'asc' })).rows
  const pay = async () => {
    for (const { id, due } of await bills()) if (due > 0) await calls.sales.pay({ sale: id, amount: due, method: 'cash' })
  }
  const place = async (batch: string = first.id) => (await calls.enrolments.list({ batch, state: 'all' })).rows[0]!
  await calls.enrolments.enrol({ batch: first.id, customer: amal.id, terms: 'bill' })
  if (isPaid) await pay()
  const credit = async () => (await calls.sales.credit({ customer: amal.id })).balance
  const sums = async () => (await bills()).map(({ total, credited, due, state }) => [total, credited, due, state])
  const sound = () => year.expectSound(owner.vendorId)
  return { ...base, first, second, amal, bills, pay, place, credit, sums, sound }
}
