import { newId } from '#kernel/ids.ts'
import { person } from '../../../test/floor.ts'
import type { Year } from '../../../test/year.ts'

const [first, last] = ['2027-01-01', '2027-06-30']

/** The dates of the next season. */
export const seasonDays = { startDate: '2027-07-01', endDate: '2027-12-31' }

/** A business that bills on a day, on 1 January 2027, with a batch of 100.00 a month until 30 June. */
export async function openSeason(year: Year, { billingDay = 1, batch = {} }: { billingDay?: number | null; batch?: object } = {}) {
  const base = await year.yearFloor(first, last)
  const { calls, owner } = base
  await calls.enrolments.saveBilling({ billingDay, proration: 'days', cancelledSessions: 'nothing', version: 0 })
  const own = { startDate: first, endDate: last, startingTime: '19:00', endingTime: '20:00', price: 10_000, ...batch }
  const old = await calls.batches.create(base.batch({ name: 'Spring', code: 'SPRING-1', ...own }))
  const enrol = async (name: string, more: object = {}) =>
    calls.enrolments.enrol({ batch: old.id, customer: (await person(calls, name, { email: `${name}@example.com` })).id, ...more })
  const next = { id: old.id, name: 'Autumn', code: 'SPRING-2', ...seasonDays, tell: false }
  const rollOver = (more: object = {}) => calls.batches.rollOver({ ...next, copy: newId(), ...more })
  const shown = (more: object = {}) => calls.batches.nextSeason({ id: old.id, ...seasonDays, ...more })
  const people = async (batch: string, state: 'all' | 'waitlisted' | 'held' = 'held') =>
    (await calls.enrolments.list({ batch, state, sort: 'queuedAt', direction: 'asc' })).rows
  const billed = async () => (await year.bills(owner.vendorId)).map(({ fromDay, toDay, total }) => [fromDay, toDay, total])
  const sound = () => year.expectSound(owner.vendorId)
  return { ...base, old, enrol, next, rollOver, shown, people, billed, sound }
}
