/** A business's days and account balances: the basis of the model in `money-model.ts`. */

/** A business's tax: the rates in thousandths of a percent, the reduced one null without one; included in its prices or added to them. */
export type TaxTerms = { rate: bigint; reduced: bigint | null; isIncluded: boolean }
export type Terms = { country: string; currency: string; exponent: number; tax: TaxTerms; hoursEast: number }

/** An amount that moved from one account to another on a day, and the sale it belongs to. */
type Moved = {
  day: string
  source: string
  taxed?: string
  from: string
  to: string
  amount: bigint
  sale: string | null
  isPaidOut: boolean
}

export const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
export const later = (a: string, b: string) => (a > b ? a : b)
const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)
export const plusDays = (day: string, days: number) => textOf(Date.parse(day) + days * 86_400_000)

/** The last day of a month, YYYY-MM. */
export function endOf(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return textOf(Date.UTC(year, of, 0))
}

/** The day a number of months after another: the same day of the month, or the month's last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return textOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** A fraction rounded to the nearest integer, halves upwards. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return (numerator % denominator) * 2n >= denominator ? whole + 1n : whole
}

const ours = ['cash', 'marketplaceReceivable', 'payoutClearing']

export class Journal {
  readonly moved: Moved[] = []
  readonly terms: Terms
  closedThrough = ''

  constructor(terms: Terms) {
    this.terms = terms
  }

  today(now: number): string {
    return textOf(now + this.terms.hoursEast * 3_600_000)
  }

  isClosed(day: string): boolean {
    return day <= this.closedThrough
  }

  move(about: { day: string; source: string; sale?: string; taxed?: string }, from: string, to: string, amount: bigint): void {
    if (this.isClosed(about.day)) throw new Error(`The model moved money in a closed month, ${about.day}`)
    if (amount !== 0n) this.moved.push({ sale: null, ...about, from, to, amount, isPaidOut: false })
  }

  /** What accounts gained between two days. */
  gained(accounts: readonly string[], from = '', to = '9999', isOf: (one: Moved) => boolean = () => true): bigint {
    const all = this.moved.filter((one) => one.day >= from && one.day <= to && isOf(one))
    return add(all.map((one) => (accounts.includes(one.to) ? one.amount : 0n) - (accounts.includes(one.from) ? one.amount : 0n)))
  }

  /** The balance of each account, unless it is 0. */
  balances(): Record<string, number> {
    const names = new Set(this.moved.flatMap(({ from, to }) => [from, to]))
    return Object.fromEntries([...names].map((name) => [name, Number(this.gained([name]))] as const).filter(([, balance]) => balance !== 0))
  }

  /** What the statement of some days must show. */
  statement(from: string, to: string) {
    const of = (account: string, first = from) => Number(this.gained([account], first, to))
    const sources = [...new Set(this.moved.map(({ source }) => source))]
    const sold = (account: string, sign = 1n) => Number(this.gained([account], from, to, ({ source }) => source !== 'expense') * sign)
    const earned = { sold: sold('revenue', -1n), discounts: sold('discount'), refunds: sold('refund'), tax: sold('taxPayable', -1n) }
    const bySource = sources.map((name) => [name, Number(this.gained(ours, from, to, ({ source }) => source === name))] as const)
    return {
      opening: Number(this.gained(ours, '', plusDays(from, -1))),
      closing: Number(this.gained(ours, '', to)),
      places: { cash: of('cash', ''), marketplace: of('marketplaceReceivable', ''), onItsWay: of('payoutClearing', '') },
      paidOut: Number(this.gained(['cash'], from, to, ({ source }) => source === 'payout')),
      earned: { ...earned, net: earned.sold - earned.discounts - earned.refunds },
      owed: of('customerReceivable', ''),
      /** What each source moved, unless it is 0. */
      moved: Object.fromEntries(bySource.filter(([, amount]) => amount !== 0)),
    }
  }

  /** What the billed-basis profit of some days must show, given the trainers' pay written in closed months and earned in open ones. */
  profit(from: string, to: string, { payroll, earned }: { payroll: number; earned: number }) {
    const of = (account: string, sign = 1n) => Number(this.gained([account], from, to) * sign)
    const parts = { sold: of('revenue', -1n), discounts: of('discount'), refunds: of('refund'), deferred: 0, tax: 0 }
    const costs = { commission: of('commission'), payroll, earned, expenses: of('expense') }
    const net = parts.sold - parts.discounts - parts.refunds
    return { ...parts, ...costs, net, result: net - costs.commission - costs.payroll - earned - costs.expenses }
  }

  /** The cash-basis costs of some days, and the net change of all money. */
  spent(from: string, to: string) {
    const against = (accounts: string[]) =>
      Number(-this.gained(ours, from, to, (one) => accounts.includes(ours.includes(one.to) ? one.from : one.to)))
    return {
      commission: against(['commission']),
      payroll: against(['payroll', 'payrollPayable']),
      expenses: against(['expense']),
      moved: Number(this.gained(ours, from, to)),
    }
  }

  /** What bills, voids and credit notes of some days tax by class and rate, as `sale exempt 0`. */
  taxes(from: string, to: string): Record<string, { net: number; tax: number }> {
    const own = this.moved.filter(({ day, taxed, source }) => day >= from && day <= to && taxed !== undefined && source !== 'commission')
    return Object.fromEntries(
      [...Map.groupBy(own, ({ source, taxed }) => `${source} ${taxed}`)].map(([key, all]) => {
        const of = (account: string, sign = 1n) =>
          Number(sign * add(all.map((one) => (one.from === account ? one.amount : 0n) - (one.to === account ? one.amount : 0n))))
        return [key, { net: of('revenue') + of('refund') + of('discount'), tax: of('taxPayable') }]
      }),
    )
  }

  /** The tax due for some days. */
  tax(from: string, to: string): number {
    return Number(-this.gained(['taxPayable'], from, to))
  }
}
