import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { taskWorker } from '#entrance/tasks.server.ts'
import { runOne } from '#kernel/outbox.ts'
import type { TestApp } from '../../../test/app.ts'
import { person } from '../../../test/floor.ts'
import { lineOf, type Year } from '../../../test/year.ts'

/** Does the next queued task of a billing run. @param bills the bills after which the process stops */
export async function runTask(app: TestApp, bills = Number.POSITIVE_INFINITY): Promise<boolean> {
  const ending = new AbortController()
  let left = bills
  const signal = new Proxy(ending.signal, { get: (target, name) => (name === 'aborted' ? --left < 0 : Reflect.get(target, name)) })
  return runOne(app.app, { task: taskWorker(app.app) }, signal)
}

/** Three customers with a paid first month from 1 May, the first with a credit of 40.00; on 1 June the night bills all of them 350.00. */
export async function juneRun(app: TestApp, year: Year, { endDate = '2027-12-31' } = {}) {
  const base = await year.yearFloor('2027-05-01', endDate)
  const { calls, owner } = base
  const tag = owner.vendorId.slice(-8)
  const amal = await person(calls, 'Amal', { email: `amal-${tag}@example.com` })
  const badr = await person(calls, 'Badr', { email: `badr-${tag}@example.com`, language: 'ar' })
  const dana = await person(calls, 'Dana')
  const payments = [{ method: 'cash' as const, amount: 35_000, reference: '' }]
  for (const { id } of [amal, badr, dana]) {
    const sold = await calls.sales.sell({ customer: id, items: [lineOf(base)], payments, total: 35_000 })
    if (id === amal.id) await calls.sales.refund({ sale: sold.id, amount: 4000, method: 'credit', reason: 'A lesson missed' })
  }
  const state = async () => ({
    places: (await calls.enrolments.list({ batch: base.made.id })).rows
      .map(({ customer, nextChargeOn, billedThrough, owed, state: at }) => ({ customer, nextChargeOn, billedThrough, owed, at }))
      .toSorted((a, b) => ((a.customer ?? '') < (b.customer ?? '') ? -1 : 1)),
    credit: (await calls.sales.credit({ customer: amal.id })).balance,
    ledger: await tenant(app.app.db, owner.vendorId, async (trx) => {
      const { rows } = await sql<{ account: string; balance: number }>`
        select "account", sum("amount")::bigint as "balance" from (
          select "debit" as "account", "amount" from "ledger" where "vendorId" = ${owner.vendorId}
          union all select "credit", -"amount" from "ledger" where "vendorId" = ${owner.vendorId}) x
        group by "account" having sum("amount") <> 0 order by "account"`.execute(trx)
      return rows
    }),
  })
  const before = await state()
  await year.on('2027-06-01', base)
  const runs = async () => (await calls.sales.runs({})).rows
  const bills = async (run: string) => (await calls.sales.list({ run, sort: 'day', direction: 'asc' })).rows
  const [run] = await runs()
  if (!run) throw new Error('The night billed nothing')
  return { ...base, amal, badr, dana, state, before, runs, run, bills, sound: () => year.expectSound(owner.vendorId) }
}
