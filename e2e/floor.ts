import { expect } from '@playwright/test'
import { fill } from '../test/filled.ts'
import type { HttpClient } from '../test/browser-session.ts'

/** How many people the batch of `floor` has. */
export const people = 20

/** Sets up a business whose batch meets every day, with people enrolled. Returns the batch and a session that has begun or is over. */
export async function floor(owner: HttpClient): Promise<{ batch: string; session: string; sessions: string[] }> {
  const { batch } = await fill(owner)
  const row = (await owner.rpc('batches.get', { id: batch })).body
  const create = async (name: string, input: object) => {
    const { status, body } = await owner.rpc(name, input)
    expect(status, `${name} ${JSON.stringify(body)}`).toBeLessThan(300)
    return body
  }
  /** The date `days` days ago where the business is, four hours east. */
  const dayAgo = (days: number) => new Date(Date.now() + 4 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
  const first = dayAgo(2)
  const { service, trainer, hall, name, code, price, priceUnit, startingTime, endingTime, trainingDays, endDate } = row
  const fields = { service, trainer, hall, name, code, price, priceUnit, startingTime, endingTime, trainingDays, endDate }
  await create('batches.update', { ...fields, id: batch, version: row['version'], startDate: first, totalCandidates: people + 1 })
  for (let index = 0; index < people; index++) {
    const customer = await create('customers.create', {
      firstName: `Person${String(index).padStart(2, '0')}`,
      phone: `05012345${String(index).padStart(2, '0')}`,
    })
    await create('enrolments.enrol', { batch, customer: customer['id'], startDate: first })
  }
  const { rows } = (await create('sessions.list', { from: first, to: dayAgo(0), batch })) as unknown as { rows: { id: string }[] }
  const sessions = rows.map(({ id }) => id)
  return { batch, session: sessions[0] ?? '', sessions }
}
