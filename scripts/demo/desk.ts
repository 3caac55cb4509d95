import { expiringDays } from '#directory/customers/customer.contract.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { addDays, addMonths, later } from '#lib/days.ts'
import { runAs } from '#kernel/context.ts'
import { isTaken, load, type Group } from './groups.ts'
import { unlessRefused, type Office } from './office.ts'
import type { Crowd } from './people.ts'
import type { Premises } from './premises.ts'

const half = (time: string) =>
  `${String(Number(time.slice(0, 2)) + (time.slice(3) >= '30' ? 1 : 0)).padStart(2, '0')}:${time.slice(3) >= '30' ? String(Number(time.slice(3)) - 30).padStart(2, '0') : String(Number(time.slice(3)) + 30)}`

/** Assigns an upcoming session to a substitute, or moves it by half an hour. */
export async function changeSession(
  { calls, random, business, pass }: Office,
  premises: Premises,
  from: string,
  to: string,
): Promise<void> {
  pass()
  const { rows } = await calls.sessions.list({ from, to, state: 'scheduled' })
  if (rows.length === 0) return
  const { id, version, day, startingTime, endingTime, trainer, hall, capacity, serviceType } = random.pick(rows)
  const others = business.trainers.flatMap(({ teaches }, index) => {
    const other = premises.trainers[index]
    return other && other !== trainer && teaches.includes(serviceType) ? [other] : []
  })
  const change =
    random.chance(0.6) && others.length > 0
      ? { startingTime, endingTime, trainer: random.pick(others) }
      : { startingTime: half(startingTime), endingTime: half(endingTime), trainer }
  await unlessRefused(calls.sessions.change({ id, version, day, hall, capacity, ...change, scope: 'this', tell: false }))
}

/** Sets a recurring discount for a second child, and a higher price of the largest monthly batch from the month after next on. */
async function setTerms({ app, calls, business, pass }: Office, groups: readonly Group[], today: string): Promise<void> {
  const [largest, next] = groups
    .filter(({ batch }) => batch.state === 'open' && batch.priceUnit === 'month')
    .toSorted((a, b) => load(b, today, app.now()).taken - load(a, today, app.now()).taken)
  pass()
  const child = next && [...next.seats.values()].find((one) => isTaken(one, today, app.now()) && one.row.state === 'active')
  const discount = { kind: 'percent', value: 1500, until: null, reason: business.words.discount } as const
  if (child) {
    const { id, version, startDate } = await calls.enrolments.get({ id: child.row.id })
    const from = later(addDays(today, -1), startDate)
    await unlessRefused(calls.enrolments.setDiscount({ id, version, from, discount, tell: true }))
  }
  if (!largest) return
  const { id, version, price } = await calls.batches.get({ id: largest.batch.id })
  const from = addMonths(`${today.slice(0, 8)}01`, 2)
  await unlessRefused(calls.batches.changePrice({ id, version, price: Math.round(price / 1000) * 1100, from, isForAll: true, tell: true }))
}

/** Someone whose paid month ends soon leaves with its end. */
async function cancelSoon({ calls, random, business, pass }: Office, today: string): Promise<void> {
  pass()
  const { rows } = await calls.enrolments.list({ state: 'active', size: 100 })
  const [from, to] = [addDays(today, 2), addDays(today, expiringDays)]
  const leaving = rows.find(({ nextChargeOn }) => nextChargeOn !== null && nextChargeOn >= from && nextChargeOn <= to)
  if (!leaving) return
  const { id, version } = leaving
  await unlessRefused(calls.enrolments.cancel({ id, version, when: 'periodEnd', reason: random.pick(business.reasons) }))
}

/** Credits one of the eight lessons of the latest paid bill to its customer's balance, for a session that did not take place. */
async function creditLesson({ calls, business, pass }: Office): Promise<void> {
  pass()
  const { rows } = await calls.sales.list({ state: 'paid', size: 20, channel: 'desk' })
  const paid = rows.find(({ customer, total }) => customer !== null && total >= 80)
  if (!paid) return
  const amount = Math.round(paid.total / 8)
  await unlessRefused(calls.sales.refund({ sale: paid.id, amount, method: 'credit', reason: business.trouble }))
}

/** The final changes before today: to the coming week's sessions, open offers, a duplicate, and blocked or archived people. */
export async function tidyUp(office: Office, premises: Premises, groups: readonly Group[], crowd: Crowd, today: string): Promise<void> {
  const { app, vendorId, calls, random, business, pass } = office
  for (let count = 0; count < 3; count++) await changeSession(office, premises, addDays(today, 1), addDays(today, 7))
  const [coming] = (await calls.sessions.list({ from: addDays(today, 2), to: addDays(today, 8), state: 'scheduled' })).rows.slice(-1)
  if (coming) await calls.sessions.cancel({ id: coming.id, version: coming.version, scope: 'this', reason: business.trouble, tell: false })

  const yesterday = addDays(today, -1)
  const queued = groups
    .filter((group) => group.batch.state === 'open')
    .toSorted((a, b) => load(b, today, app.now()).waiting - load(a, today, app.now()).waiting)
  for (const group of queued.slice(0, 2)) {
    if (load(group, yesterday, app.now()).waiting === 0) continue
    pass()
    const leaving = [...group.seats.values()].find((one) => isTaken(one, today, app.now()) && one.row.state !== 'offered')
    const row = leaving && (await calls.enrolments.get({ id: leaving.row.id }))
    if (row && load(group, yesterday, app.now()).taken >= group.plan.places)
      await unlessRefused(calls.enrolments.cancel({ id: row.id, version: row.version, when: 'now', reason: random.pick(business.reasons) }))
    await unlessRefused(calls.enrolments.offerNext({ batch: group.batch.id }))
  }

  await setTerms(office, groups, today)
  await cancelSoon(office, today)
  await creditLesson(office)

  const asking = (await calls.customers.list({ lifecycle: 'lead', size: 100, sort: 'createdAt', direction: 'asc' })).rows
  let turnedAway = 0
  for (const { id, version } of asking) {
    // People on a waiting list are left alone.
    if ((await calls.enrolments.list({ customer: id, state: 'current' })).total > 0) continue
    pass()
    if (turnedAway < 2) await calls.customers.block({ id, version })
    else await calls.customers.archive({ id, version })
    if (++turnedAway === 4) break
  }
  const twin = (await calls.customers.list({ lifecycle: 'active', size: 100, direction: 'asc' })).rows.find(({ phone }) => phone !== '')
  if (twin) {
    const { firstName, lastName, phone, language } = twin
    await calls.customers.create({ firstName, lastName, phone, language, source: 'marketplace' })
    crowd.reached += 1
  }
  // Ended enrolments are recorded as ended when a batch's places are next checked, which this does.
  for (const { batch } of groups) await runAs(app, 'operator', vendorId, (ctx) => lockBatch(ctx, batch.id))
  await calls.accounts.signOut()
}
