import { addDays } from '#lib/days.ts'
import { mailedSecret, type Office } from './office.ts'
import type { Person } from './people.ts'
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
