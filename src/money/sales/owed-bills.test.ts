import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { owedOfAll } from '../../../test/owed.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

type Base = Awaited<ReturnType<Year['yearFloor']>>

const allOf = ({ owner }: Base) => tenant(app.app.db, owner.vendorId, (trx) => owedOfAll(trx, owner.vendorId))

/** The amounts due for the places of a floor, the largest first, once they match the bills. */
async function owedIn(base: Base): Promise<number[]> {
  const { said, billed } = await allOf(base)
  expect(said).toEqual(billed)
  return [...said.values()].map(({ owed }) => owed).toSorted((a, b) => b - a)
}

test('a place says what is owed for it after each change of its bills: sold, paid, reversed, credited, renewed and taken back', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  const bill = await calls.sales.sell({
    customer: amal.id,
    items: [lineOf(base)],
    total: 35_000,
    payments: [{ method: 'cash', amount: 10_000 }],
  })
  expect(await owedIn(base)).toEqual([25_000])
  const paid = await calls.sales.pay({ sale: bill.id, method: 'cash', amount: 25_000 })
  expect(await owedIn(base)).toEqual([0])
  await calls.sales.reversePayment({ sale: bill.id, payment: paid.payments[1]!.id, reason: 'Bounced' })
  expect(await owedIn(base)).toEqual([25_000])
  await calls.sales.refund({ sale: bill.id, amount: 5_000, method: 'cash', reason: 'Late start', releasesSeat: false })
  expect(await owedIn(base)).toEqual([20_000])
  await year.on('2027-02-10', base)
  expect(await owedIn(base)).toEqual([55_000])
  const { rows } = await calls.enrolments.list({ state: 'pastDue' })
  expect(rows).toMatchObject([{ owed: 55_000, bill: bill.id, version: rows[0]!.version }])
  const [, renewal] = await year.bills(base.owner.vendorId)
  await calls.sales.pay({ sale: bill.id, method: 'cash', amount: 20_000 })
  expect((await calls.enrolments.list({ state: 'active' })).rows).toMatchObject([{ owed: 35_000, bill: renewal!.id }])
  await calls.sales.void({ id: renewal!.id, reason: 'Made in error' })
  expect(await owedIn(base)).toEqual([0])
})

test('what is owed moves no version, so that who saw the place may still change it', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls } = base
  const amal = await person(calls, 'Amal')
  const bill = await calls.sales.sell({ customer: amal.id, items: [lineOf(base)], total: 35_000 })
  const [place] = (await calls.enrolments.list({ state: 'active' })).rows
  await calls.sales.pay({ sale: bill.id, method: 'cash', amount: 35_000 })
  const after = await calls.enrolments.get({ id: place!.id })
  expect(after).toEqual({ ...place, owed: 0, bill: null })
  await calls.enrolments.cancel({ ...seen(place!), when: 'now', reason: 'Moves away' })
})

test('what the version before wrote without it is mended by the day’s work, and what is right is left alone', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls, owner } = base
  const [amal, badr, carla] = [await person(calls, 'Amal'), await person(calls, 'Badr'), await person(calls, 'Carla')]
  const sell = (customer: string) => calls.sales.sell({ customer, items: [lineOf(base)], total: 35_000 })
  const [first] = [await sell(amal.id), await sell(badr.id), await sell(carla.id)]
  const older = (statement: (vendorId: string) => ReturnType<typeof sql>) =>
    tenant(app.app.db, owner.vendorId, (trx) => statement(owner.vendorId).execute(trx))
  await older((vendorId) => sql`update "sales" set "paid" = 35000 where "vendorId" = ${vendorId} and "id" = ${first.id}`)
  await older(
    (vendorId) => sql`update "enrolments" set "owed" = 0, "unpaidSince" = null, "unpaidBill" = null
      where "vendorId" = ${vendorId} and "customer" = ${badr.id}`,
  )
  const { said, billed } = await allOf(base)
  expect([...said].filter(([id, known]) => known.owed !== billed.get(id)!.owed)).toHaveLength(2)
  const lines = () => app.logLines.filter((line) => line.includes('What places owe was mended'))
  await year.on('2027-01-11', base)
  expect(await owedIn(base)).toEqual([35_000, 35_000, 0])
  expect(lines().map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'warn', jobId: owner.vendorId, reason: '2' }])
  await year.on('2027-01-12', base)
  expect(lines()).toHaveLength(1)
})

test('a bill is paid while its buyer is merged into another, whichever is first, and the place says what is owed', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls } = base
  for (let turn = 0; turn < 4; turn++) {
    const [remaining, merged] = [await person(calls, `Kept ${turn}`), await person(calls, `Gone ${turn}`)]
    const bill = await calls.sales.sell({ customer: merged.id, items: [lineOf(base)], total: 35_000 })
    const pay = () => calls.sales.pay({ sale: bill.id, method: 'cash', amount: 35_000 })
    const merge = () => calls.customers.merge({ ...seen(remaining), drop: merged.id })
    await Promise.all(turn % 2 ? [pay(), merge()] : [merge(), pay()])
    expect(await calls.sales.get({ id: bill.id })).toMatchObject({ customer: remaining.id, due: 0 })
  }
  expect(await owedIn(base)).toEqual([0, 0, 0, 0])
})

/** Whether a transaction waits for a lock; on the embedded engine all wait for the one transaction. */
async function isAwaited(): Promise<boolean> {
  if (app.app.db.engine === 'embedded') return true
  const { rows } =
    await sql`select 1 from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`.execute(
      app.app.db.kysely,
    )
  return rows.length > 0
}

test('anyone who gives a place back waits for its batch before the place, as anyone who freezes or cancels it does', async () => {
  const base = await year.yearFloor('2027-01-10', '2027-12-31')
  const { calls, owner, made } = base
  const sell = async (name: string) => {
    const { id: customer } = await person(calls, name)
    return calls.sales.sell({ customer, items: [lineOf(base)], total: 35_000 })
  }
  const credited = await sell('Amal')
  const taken = await sell('Badr')
  const refund = () => calls.sales.refund({ sale: credited.id, amount: 35_000, method: 'cash', reason: 'Moves away', releasesSeat: true })
  for (const undo of [refund, () => calls.sales.void({ id: taken.id, reason: 'Made in error' })]) {
    let [reach, waited] = [() => {}, () => {}]
    const reached = new Promise<void>((resolve) => (reach = resolve))
    const awaited = new Promise<void>((resolve) => (waited = resolve))
    const holding = tenant(app.app.db, owner.vendorId, async (trx) => {
      const locked = (table: 'batches' | 'enrolments') =>
        trx.selectFrom(table).select('id').where('vendorId', '=', owner.vendorId).forUpdate()
      await locked('batches').where('id', '=', made.id).execute()
      reach()
      await awaited
      return locked('enrolments').where('batch', '=', made.id).noWait().execute()
    })
    await reached
    const given = undo()
    while (!(await isAwaited())) await setTimeout(5)
    waited()
    expect(await holding).toHaveLength(2)
    await given
  }
  expect(await owedIn(base)).toEqual([0, 0])
})
