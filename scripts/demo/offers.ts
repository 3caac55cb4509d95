import { addDays } from '#lib/days.ts'
import type { Group } from './groups.ts'
import { mailedSecret, type Office } from './office.ts'
import { fits, type Person } from './people.ts'
import type { Premises } from './premises.ts'
import type { Later } from './till.ts'

/** Quotes for a group, emailed to an existing customer and answered some days later, or never. */
export async function offer(office: Office, premises: Premises, people: readonly Person[], day: string, later: Later): Promise<void> {
  const { calls, random, business, pass } = office
  const named = people.filter(({ guardian }) => guardian !== null)
  if (named.length === 0) return
  pass()
  const customer = await calls.customers.get({ id: random.pick(named).id })
  if (!customer.email || customer.state !== 'active') return
  const [quote, candidates, price] = random.pick(business.quotes)
  const service = random.pick([...premises.services.values()])
  const created = await calls.quotes.create({
    customer: customer.id,
    batch: null,
    service,
    candidates,
    quote,
    offeredPrice: price,
    validUntil: addDays(day, 7),
  })
  if (random.chance(0.1)) return
  await calls.quotes.send({ id: created.id, version: created.version })
  const token = await mailedSecret(office)
  const luck = random.next()
  if (luck < 0.2) return
  later(addDays(day, random.between(1, 4)), async () => {
    pass()
    if (luck < 0.3) await calls.quotes.answer({ token, answer: 'decline' })
    else if (luck < 0.55) await calls.quotes.answer({ token, answer: 'counter', price: Math.round((price * 9) / 1000) * 100 })
    else await calls.quotes.answer({ token, answer: 'accept' })
    if (luck < 0.3 || random.chance(0.25)) return
    const seen = await calls.quotes.get({ id: created.id })
    const agreed = seen.state === 'countered' ? await calls.quotes.acceptCounter({ id: seen.id, version: seen.version }) : seen
    const { sale } = await calls.quotes.convert({ id: agreed.id, version: agreed.version })
    if (sale && random.chance(0.7)) {
      const { due } = await calls.sales.get({ id: sale })
      await calls.sales.pay({ sale, method: 'transfer', amount: due, reference: '' })
    }
  })
}

/** How many places the demo's families ask for, and the days before today on which they do: the last one is still to be converted. */
const asked = 3
const askedOn = [40, 1]

/** A child of a family that reads email, for whom a batch is and who is not in it yet; null if there is none. */
async function childFor({ calls }: Office, { plan, seats }: Group, people: readonly Person[], day: string): Promise<Person | null> {
  const there = new Set([...seats.values()].map(({ person }) => person.id))
  for (const person of people) {
    if (person.guardian === null || there.has(person.id) || !fits(person, plan, day)) continue
    const { state, email } = await calls.customers.get({ id: person.id })
    if (state === 'active' && email) return person
  }
  return null
}

/** A family is quoted for places in a batch at less than its price, and accepts; the names of the siblings follow later. */
export async function offerPlaces(
  office: Office,
  groups: readonly Group[],
  people: readonly Person[],
  { day, today }: { day: string; today: string },
): Promise<void> {
  const { calls, business } = office
  const at = askedOn.find((before) => addDays(today, -before) === day)
  if (at === undefined) return
  const until = addDays(today, 40)
  const open = groups.filter(({ batch }) => batch.state === 'open' && batch.priceUnit === 'month' && batch.endDate > until)
  for (const group of open) {
    const batch = await calls.batches.get({ id: group.batch.id })
    if (batch.totalCandidates - batch.enrolled <= asked) continue
    const person = await childFor(office, group, people, day)
    if (!person) continue
    const offeredPrice = Math.round((batch.price * 9) / 1000) * 100
    const quote = { customer: person.id, batch: batch.id, service: null, candidates: asked, quote: business.words.places, offeredPrice }
    const { id, version } = await calls.quotes.create({ ...quote, validUntil: addDays(day, 7) })
    await calls.quotes.send({ id, version })
    await calls.quotes.answer({ token: await mailedSecret(office), answer: 'accept' })
    if (at === askedOn.at(-1)) return
    const agreed = await calls.quotes.get({ id })
    const { digest } = await calls.quotes.effects({ id })
    const sold = await calls.quotes.convert({ id, version: agreed.version, decision: { digest } })
    for (const { enrolment, customer } of sold.places)
      if (customer === person.id) group.seats.set(enrolment, { row: await calls.enrolments.get({ id: enrolment }), person })
    return
  }
}
