import { addDays } from '#lib/days.ts'
import { seeded } from '../../../scripts/demo/random.ts'
import { travel } from '../../../test/floor.ts'
import type { TestApp } from '../../../test/app.ts'
import { BankNoise, prices, suppliers } from './bank-noise.sample.ts'
import type { KnownLine } from './bank-checked.sample.ts'
import { bankBusiness, billFor, customerNamed, noon, type BankBusiness } from './banking.sample.ts'

/** What a business does on a day; it returns lines of the bank. */
type Act = { day: string; run: (business: BankBusiness) => Promise<KnownLine[]> }

/** Plans the month of October 2026, which makes 300 lines. */
class MonthPlan {
  readonly noise: BankNoise
  readonly acts: Act[] = []
  readonly names = new Set<string>()

  constructor(seed: number) {
    this.noise = new BankNoise(seeded(seed))
  }

  day(from = 0, to = 25): string {
    return addDays('2026-10-05', this.noise.random.between(from, to))
  }

  name(): string {
    const name = this.noise.person()
    this.names.add(name)
    return name
  }

  stranger(): string {
    for (;;) {
      const name = this.noise.person()
      if (!this.names.has(name)) return name
    }
  }

  /** Adds acts, each on a day of its own. */
  many(count: number, act: (day: string, at: number) => Act['run'], to = 25): void {
    for (let at = 0; at < count; at++) {
      const day = this.day(0, to)
      this.acts.push({ day, run: act(day, at) })
    }
  }
}

/** Transfers of customers that the desk entered, and those that pay one or two open bills. */
function planCustomers(plan: MonthPlan): void {
  const { noise } = plan
  plan.many(130, (day) => {
    const [name, amount] = [plan.name(), noise.random.pick(prices)]
    return async (business) => {
      const { number, payment } = await billFor(business, await customerNamed(business, name), amount, 'transfer')
      return [{ day: noise.bankDay(day), amount, ...noise.transferTexts(name, number), truth: [payment] }]
    }
  })
  plan.many(60, (day, at) => {
    const [name, ...amounts] = [plan.name(), noise.random.pick(prices), ...(at % 6 === 0 ? [noise.random.pick(prices)] : [])] as const
    return async (business) => {
      const customer = await customerNamed(business, name)
      const bills: { id: string; number: string }[] = []
      for (const amount of amounts) bills.push(await billFor(business, customer, amount))
      const texts = noise.transferTexts(name, bills.map(({ number }) => number).join(' '))
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      return [{ day: addDays(day, noise.random.between(0, 5)), amount: total, ...texts, truth: bills.map(({ id }) => id) }]
    }
  })
  plan.many(40, () => {
    const [name, amount] = [plan.name(), noise.random.pick(prices)]
    return async (business) => {
      await billFor(business, await customerNamed(business, name), amount)
      return []
    }
  })
}

/** A terminal's takings of each day, paid out the next day or the one after, less 1.5 %. */
function planTerminal(plan: MonthPlan): void {
  const { random } = plan.noise
  for (let at = 0; at < 24; at++) {
    const day = addDays('2026-10-05', at)
    const takings = Array.from({ length: random.between(2, 4) }, () => random.pick(prices))
    const gross = takings.reduce((sum, amount) => sum + amount, 0)
    plan.acts.push({
      day,
      async run(business) {
        const customer = await customerNamed(business, plan.name())
        const truth: string[] = []
        for (const amount of takings) truth.push((await billFor(business, customer, amount, 'card')).payment)
        return [
          { day: addDays(day, random.between(1, 2)), amount: gross - Math.round(gross * 0.015), text: 'CARDWISE SETTLEMENT 77120', truth },
        ]
      },
    })
  }
}

/** Expenses, paid and unpaid, refunds, transfers to savings and tax. */
function planOthers(plan: MonthPlan): void {
  const { noise } = plan
  const { random } = noise
  const spent = { category: 'other' as const, tax: 0, method: 'transfer' as const }
  plan.many(38, (day, at) => {
    const [supplier, amount] = [random.pick(suppliers), random.between(800, 60_000)]
    return async ({ calls }) => {
      const { id } = await calls.expenses.create({ ...spent, day, supplier, amount, isUnpaid: at < 6 })
      const text = `DD ${supplier.toUpperCase().slice(0, 18)} ${random.between(100_000, 999_999)}`
      return [{ day: noise.bankDay(day), amount: -amount, text, truth: [id] }]
    }
  })
  plan.many(8, (day) => {
    const [name, amount] = [plan.name(), random.pick(prices)]
    return async (business) => {
      const sale = await billFor(business, await customerNamed(business, name), amount, 'cash')
      const { refunds } = await business.calls.sales.refund({ sale: sale.id, amount, method: 'transfer', reason: 'Moves away' })
      return [{ day: noise.bankDay(day), amount: -amount, name: name.toUpperCase(), truth: [refunds[0]?.id ?? ''] }]
    }
  })
  plan.many(6, (day) => async ({ calls, bank, savings }) => {
    const amount = random.between(1, 20) * 10_000
    const { id } = await calls.cashbook.record({ kind: 'transfer', amount, day, from: bank, into: savings, note: '' })
    return [{ day: noise.bankDay(day), amount: -amount, text: 'TRANSFER TO SAVINGS', truth: [id] }]
  })
  plan.many(4, (day) => async ({ calls, bank }) => {
    const amount = random.between(30_000, 90_000)
    const { id } = await calls.cashbook.record({ kind: 'taxPaid', amount, day, from: bank, note: 'Tax authority' })
    return [{ day: noise.bankDay(day), amount: -amount, text: 'TAX AUTHORITY VAT 123456789', truth: [id] }]
  })
}

/** Lines that the books do not have: charges, and strangers who pay usual amounts. */
function planStrays(plan: MonthPlan): void {
  const { random } = plan.noise
  plan.many(16, (day) => async () => [
    { day, amount: -random.between(50, 700), text: `ACCOUNT CHARGE ${random.between(1000, 9999)}`, truth: [] },
  ])
  plan.many(14, (day) => async () => [{ day, amount: random.pick(prices), text: `FPI ${plan.stranger().toUpperCase()}`, truth: [] }])
}

/** A business with a month of its own entries and open bills, and the 300 lines of its bank. @param seed of the choices */
export async function bankMonth(app: TestApp, seed: number): Promise<BankBusiness & { lines: KnownLine[] }> {
  const business = await bankBusiness(app)
  const plan = new MonthPlan(seed)
  for (const add of [planCustomers, planTerminal, planOthers, planStrays]) add(plan)
  const lines: KnownLine[] = []
  let today = ''
  for (const { day, run } of plan.acts.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    if (day !== today) await travel(app, business.owner, noon(day))
    today = day
    lines.push(...(await run(business)))
  }
  await travel(app, business.owner, noon('2026-11-08'))
  return { ...business, lines: lines.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)) }
}
