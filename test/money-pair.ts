import { platform } from '#db/tenant.ts'
import type { SaleDetail } from '../src/money/sales/sale.contract.ts'
import { bank } from '../src/money/payouts/payouts.sample.ts'
import type { TestApp } from './app.ts'
import { floor, person } from './floor.ts'
import { Sales, type Role } from './money-model.ts'
import { Expenses } from './money-model.costs.ts'
import { Journal, type Terms } from './money-model.journal.ts'
import { TrainerPay } from './money-model.pay.ts'
import { Payouts } from './money-model.payouts.ts'
import { people } from './money-operations.ts'

export type ServedApp = TestApp & { url: string }

/** So few places that they run out. */
const place = { price: 35_000, count: 6, from: '2026-12-28', to: '2027-11-30' }
const accountHours = 48

/** A business in the product and the model that it must match. */
export type Pair = Awaited<ReturnType<typeof pair>>

/** Opens both with one batch, its trainers, customers and a bank account. */
export async function pair(app: ServedApp, terms: Terms) {
  const base = await floor(app, terms.country)
  const { calls, owner, trainer, second } = base
  // The trial ends before the test's days do.
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const { rate, reduced, isIncluded } = terms.tax
  const { now, today } = await calls.setup.tax()
  const reducedThousandths = reduced === null ? null : Number(reduced)
  if (now.rateThousandths !== Number(rate) || now.isIncluded !== isIncluded || reduced !== null)
    await calls.setup.saveTax({ rateThousandths: Number(rate), reducedThousandths, isIncluded, validFrom: today, version: 0 })
  const dates = { startDate: place.from, endDate: place.to }
  const { id: batch } = await calls.batches.create(base.batch({ ...dates, price: place.price, totalCandidates: place.count }))
  const customers: { id: string; phone: string }[] = []
  for (let at = 0; at < people; at++) {
    const phone = `+97150${7_000_000 + at}`
    customers.push({ id: (await person(calls, 'Amal', { phone, email: at === 0 ? `amal-${owner.vendorId}@example.com` : '' })).id, phone })
  }
  await calls.payouts.setAccount(bank)
  const journal = new Journal(terms)
  const model = {
    journal,
    sales: new Sales(journal, place),
    payouts: new Payouts(journal, app.clock.now() + accountHours * 3_600_000),
    expenses: new Expenses(journal),
    pay: new TrainerPay(journal, [trainer.cost ?? 0, second.cost ?? 0], place),
  }
  const { rows } = await calls.sessions.list({ from: place.from, to: '2027-06-30', batch })
  return {
    app,
    base,
    terms,
    model,
    batch,
    customers,
    trainers: [trainer.id, second.id],
    sessions: new Map(rows.map(({ id, day }) => [day, id])),
    /** Accepted requests, to be sent a second time. */
    sent: [] as { sale: string; send: (isOther: boolean) => Promise<SaleDetail>; isForbidden: () => boolean }[],
    become: async (role: Role) => {
      if (model.sales.role === role) return
      model.sales.role = role
      await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
    },
  }
}

/** A fraction of an amount, at least 1: taking that from nothing is invalid and must be refused. */
export const partOf = (amount: bigint, part: number) => Math.max(1, Math.floor((Number(amount) * part) / 1000))

/** One of the latest, however few there are. */
export const pick = <T>(all: readonly T[], back: number) => all.at(-1 - (back % Math.max(1, all.length)))
