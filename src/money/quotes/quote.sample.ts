import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '../../../test/app.ts'
import { openFloor, person, seen } from '../../../test/floor.ts'
import type { Year } from '../../../test/year.ts'

/** A floor whose customer has an e-mail address, and the input of a quote for its service. */
export async function quoteDesk(app: TestApp, places = 5, more: object = {}) {
  const base = await openFloor(app, places)
  const email = `amal-${newId()}@example.com`
  const amal = await person(base.calls, 'Amal', { lastName: 'Karam', email, ...more })
  const request = { customer: amal.id, service: base.service.id, quote: 'Ten afternoons of football', offeredPrice: 100_001 }
  return { ...base, amal, email, request }
}
type Desk = Awaited<ReturnType<typeof quoteDesk>>

/** The newest mail to an address, and the secret of its link. */
export async function mailed(app: TestApp, email: string) {
  const mail = (await app.mails()).findLast(({ to }) => to === email)
  return { mail, token: /#([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

/** A sent quote, and the secret of its link. */
export async function sent(app: TestApp, { calls, request, email }: Desk, more: object = {}) {
  const quote = await calls.quotes.send(seen(await calls.quotes.create({ ...request, ...more })))
  return { quote, ...(await mailed(app, email)) }
}

/** A quote that its customer accepted through the link. */
export async function accepted(app: TestApp, base: Desk, more: object = {}) {
  const { quote, token } = await sent(app, base, more)
  await app.browser().calls.quotes.answer({ token, answer: 'accept' })
  return base.calls.quotes.get({ id: quote.id })
}

/** A batch of eight places at 180.00 without tax, of which some are taken, and an accepted quote for three at 163.33 with tax. */
export async function quotedPlaces(app: TestApp, year: Year, taken: number, more: object = {}) {
  const base = await quoteDesk(app, 8)
  await year.plan(base)
  const { calls, made } = base
  await calls.setup.saveTax({ rate: 888, isIncluded: false, number: '', validFrom: '2026-10-05', version: 0 })
  await calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), price: 18_000 })
  const filled = async (count: number) => {
    for (let at = 0; at < count; at += 1) await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, `Kid ${at}`)).id })
  }
  await filled(taken)
  const quote = await accepted(app, base, { service: null, batch: made.id, candidates: 3, offeredPrice: 16_333, ...more })
  return { ...base, quote, filled }
}

/** All rows of a desk's vendor in a table. */
export const deskRows = async (app: TestApp, { owner }: Desk, table: 'sales' | 'saleLines' | 'enrolments' | 'ledger' | 'audit') =>
  tenant(app.app.db, owner.vendorId, (trx) => trx.selectFrom(table).selectAll().where('vendorId', '=', owner.vendorId).execute())
