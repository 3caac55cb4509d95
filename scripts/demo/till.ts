import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { sellOrder } from '#money/payouts/marketplace.server.ts'
import { firstPrice } from '#money/sales/sell.rules.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import type { SaleDetail } from '#money/sales/sale.contract.ts'
import { discountOf } from '#lib/amounts.ts'
import { dailyTasks, tasksOfAnyDay } from '#entrance/tasks.server.ts'
import { runDays } from '#business/accounts/daily.server.ts'
import { runAs } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'
import { unlessRefused, type Office } from './office.ts'
import type { Person } from './people.ts'

/** Defers work to a future day. */
export type Later = (day: string, work: () => Promise<void>) => void

type Bill = Pick<SaleDetail, 'id' | 'total' | 'due'>

/** Payment methods used at the desk. */
const methods = ['card', 'card', 'card', 'cash', 'cash', 'transfer', 'transfer', 'wallet'] as const

/** Collects the full amount due on a bill. */
async function receive({ calls, random, pass }: Office, { id, due }: Bill): Promise<void> {
  pass()
  // Anything refunded in the meantime is no longer due.
  await unlessRefused(calls.sales.pay({ sale: id, method: random.pick(methods), amount: due, reference: '' }))
}

/** Most bills are paid soon, some late, a few never. */
function collect(office: Office, bill: Bill, day: string, later: Later): Promise<void> | void {
  if (bill.due === 0) return
  const { random } = office
  const luck = random.next()
  if (luck < 0.55) return receive(office, bill)
  if (luck < 0.975) later(addDays(day, luck < 0.85 ? random.between(1, 3) : random.between(4, 25)), () => receive(office, bill))
}

type Place = { batch: Batch; person: Person; startDate: string }

/** What a place costs at first. */
const priceOf = ({ business }: Office, { batch, startDate }: Place) => firstPrice(batch, startDate, business.billing).price

/** Sells a place on the marketplace; people without their own phone number buy at the desk. */
async function sellOnline(office: Office, place: Place): Promise<string | null> {
  const { batch, person, startDate } = place
  const { app, vendorId, business } = office
  const currency = (await office.calls.sales.settings()).currency
  const customer = { firstName: person.first[0], lastName: person.family[0], phone: person.phone, email: '', language: business.language }
  const input = { order: `M-${app.now()}`, vendor: vendorId, batch: batch.id, startDate, customer, currency, total: priceOf(office, place) }
  const sold = await unlessRefused(runAs(app, 'marketplace', vendorId, (ctx) => sellOrder(ctx, input)))
  return sold && sold.sale
}

/** Sells a place at the desk, occasionally at a discount. */
async function sellAtDesk(office: Office, place: Place): Promise<SaleDetail | null> {
  const { batch, person, startDate } = place
  const { calls, random, business } = office
  const discount = random.chance(0.08) ? { kind: 'percent' as const, value: 1000 } : null
  const price = priceOf(office, place)
  const total = price - (discount ? discountOf(price, discount) : 0)
  return unlessRefused(
    calls.sales.sell({
      customer: person.id,
      items: [{ kind: 'batch', batch: batch.id, startDate }],
      discount,
      discountReason: discount ? business.words.discount : '',
      payments: [],
      total,
    }),
  )
}

/** Sells a place and collects the payment, if any. Returns null if the sale is refused. */
export async function sellPlace(office: Office, place: Place, day: string, later: Later): Promise<Enrolment | null> {
  const { calls, random, pass } = office
  pass()
  const isOnline = place.person.phone !== '' && random.chance(0.5)
  const online = isOnline ? await sellOnline(office, place) : null
  const sale = online ? await calls.sales.get({ id: online }) : isOnline ? null : await sellAtDesk(office, place)
  const enrolment = sale?.items[0]?.enrolment
  if (!sale || !enrolment) return null
  await collect(office, sale, day, later)
  return calls.enrolments.get({ id: enrolment })
}

/** Collects the payment, if any, for the first bill of an offered place; a single session is sold separately. */
export async function collectFirst(office: Office, row: Enrolment, place: Place, day: string, later: Later): Promise<Enrolment | null> {
  if (row.priceUnit === 'session') return sellPlace(office, place, day, later)
  const [bill] = (await office.calls.sales.list({ customer: row.customer, size: 1 })).rows
  if (bill) await collect(office, bill, day, later)
  return row
}

/** The daily tasks to run for each day played; the last day runs all of them. */
const tasksOfThePast = dailyTasks.filter((work) => !tasksOfAnyDay.includes(work))

/** Runs the daily tasks, and collects payments for the bills that they created. */
export async function renew(office: Office, day: string, later: Later): Promise<void> {
  const { app, calls } = office
  await runDays(app, tasksOfThePast)
  for (let page = 1; ; page++) {
    const { rows, total } = await calls.sales.list({ from: day, to: day, channel: 'online', size: 100, page, direction: 'asc' })
    for (const bill of rows) await collect(office, bill, day, later)
    if (page * 100 >= total) return
  }
}

/** Sells goods over the counter: mostly paid at once, occasionally voided as a typing mistake, or refunded after some days. */
export async function sellGoods(office: Office, people: readonly Person[], day: string, later: Later): Promise<void> {
  const { calls, random, business, pass } = office
  pass()
  const [text, unit] = random.pick(business.goods)
  const quantity = unit < 5000 && random.chance(0.3) ? 2 : 1
  const total = unit * quantity
  const customer = people.length > 0 && random.chance(0.6) ? random.pick(people).id : null
  const items = [{ kind: 'free' as const, text, quantity, unit }]
  const isMistake = random.chance(0.03)
  const payments = isMistake || (customer && random.chance(0.2)) ? [] : [{ method: random.pick(methods), amount: total, reference: '' }]
  const sale = await calls.sales.sell({ customer, items, payments, total })
  // A bill that the customer's credit has paid in part can't be voided.
  if (isMistake && sale.paid === 0) await calls.sales.void({ id: sale.id, reason: business.words.void })
  else await collect(office, sale, day, later)
  const [paid] = payments
  if (paid && random.chance(0.1))
    later(addDays(day, random.between(1, 6)), async () => {
      pass()
      await unlessRefused(calls.sales.refund({ sale: sale.id, amount: total, method: paid.method, reason: business.words.returned }))
    })
}

/** Refunds half of a leaver's last bill if it was paid. */
export async function refundHalf({ calls, business, pass }: Office, customer: string): Promise<void> {
  pass()
  const [last] = (await calls.sales.list({ customer, state: 'paid', size: 1 })).rows
  if (!last || last.total < 2) return
  const { payments } = await calls.sales.get({ id: last.id })
  const method = payments[0]?.method ?? 'cash'
  await calls.sales.refund({ sale: last.id, amount: Math.floor(last.total / 2), method, reason: business.words.refund })
}
