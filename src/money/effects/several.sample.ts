import { person, seen } from '../../../test/floor.ts'
import type { Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

/** A business in April with Amal and others in its first batch, each of whom has paid for April unless they are named as unpaid. */
export async function groupOf(
  year: Year,
  names: string[],
  { unpaid = [], ...more }: { unpaid?: string[] } & Parameters<typeof april>[1] = {},
) {
  const base = await april(year, { isPaid: !unpaid.includes('Amal'), ...more })
  const { calls, first } = base
  for (const name of names) {
    const { id } = await person(calls, name, { email: `${name.toLowerCase()}-${base.owner.vendorId}@example.com` })
    await calls.enrolments.enrol({ batch: first.id, customer: id, terms: 'bill' })
    if (unpaid.includes(name)) continue
    for (const bill of (await calls.sales.list({ customer: id })).rows)
      await calls.sales.pay({ sale: bill.id, amount: bill.due, method: 'cash' })
  }
  const places = async (batch = first.id) =>
    (await calls.enrolments.list({ batch, state: 'held', sort: 'createdAt', direction: 'asc' })).rows
  const chosen = async (batch?: string) => (await places(batch)).map(seen)
  const ids = async (batch?: string) => (await places(batch)).map(({ id }) => id)
  const effects = async () => (await calls.effects.list({})).rows
  const credits = async () => {
    const { rows } = await calls.customers.list({ sort: 'createdAt', direction: 'asc' })
    return Promise.all(rows.map(async ({ id }) => (await calls.sales.credit({ customer: id })).balance))
  }
  /** Everything that an act may change. */
  const all = async () => [
    (await calls.enrolments.list({ state: 'all' })).rows,
    (await calls.sales.list({ sort: 'day' })).rows,
    await credits(),
    await effects(),
  ]
  return { ...base, places, chosen, ids, effects, credits, all }
}
