import type { TestApp } from '../../../test/app.ts'
import { hours, seen } from '../../../test/floor.ts'
import { arena, sampleChallenge, type Arena } from './challenge.sample.ts'

/** The input of an external challenge that is open to late entrants until the end of October. */
export const external = {
  ...sampleChallenge,
  visibility: 'external' as const,
  session: 'custom' as const,
  endsAt: '2026-10-31',
  lateJoin: true,
}

let count = 0
/** An arena of a business with a profile, which can be found by its username. */
export async function academyOf(app: TestApp, name: string): Promise<Arena & { username: string }> {
  const at = await arena(app, 2)
  const username = `${name.toLowerCase()}${(count += 1)}`
  await at.calls.setup.saveVendor({ logo: at.logo, name, username, address: '1 Road', postcode: '1', ...hours, version: 0 })
  return { ...at, username }
}

/** A host with both people in a published external challenge, and an invited guest. */
export async function invited(app: TestApp, more: object = {}) {
  const host = await academyOf(app, 'Noor')
  const guest = await academyOf(app, 'Gulf')
  const created = await host.calls.challenges.publish(seen(await host.calls.challenges.create({ ...external, ...more })))
  await host.calls.challenges.enter({ challenge: created.id, customers: host.people.map(({ customer }) => customer) })
  await host.calls.challenges.invite({ id: created.id, username: guest.username.toUpperCase() })
  return { host, guest, id: created.id }
}
