/** Rates are whole hundredths of a percent: 500 is 5 %, 10000 is 100 %. */
export const wholeRate = 10_000

/** Tax rates are whole thousandths of a percent: 8875 is 8.875 %. */
export const wholeTaxRate = 100_000

/** The maximum amount, in minor units; the columns repeat it. */
export const amountLimit = 1_000_000_000_000

/** a × b ÷ c, rounded half up, exact beyond 2^53; for whole numbers ≥ 0 and c > 0. */
export function scaled(a: number, b: number, c: number): number {
  const [x, y, z] = [BigInt(a), BigInt(b), BigInt(c)]
  return Number((x * y * 2n + z) / (2n * z))
}

/** Applies a rate to an amount in minor units, half a unit rounded up. */
export function rateOf(amount: number, rate: number): number {
  return scaled(amount, rate, wholeRate)
}

/** A discount: minor units, or hundredths of a percent. */
export type Discount = { kind: 'amount' | 'percent'; value: number }

/** The amount of a discount in minor units, never more than the full amount. */
export function discountOf(amount: number, { kind, value }: Discount): number {
  return Math.min(amount, kind === 'percent' ? rateOf(amount, value) : value)
}

/** The tax on an amount in minor units, half a unit rounded up. @param rate in thousandths of a percent */
export function taxOf(amount: number, rate: number): number {
  return scaled(amount, rate, wholeTaxRate)
}

/** The tax that an amount in minor units includes. @param rate of the amount without it, in thousandths of a percent */
export function taxWithin(amount: number, rate: number): number {
  return scaled(amount, rate, wholeTaxRate + rate)
}

/** A tax rate in hundredths of a percent, a half rounded up: 888 for 8.875 %. @param rate in thousandths of a percent */
export const hundredthsOf = (rate: number) => Math.floor((rate + 5) / 10)

/**
 * Splits an amount in minor units into parts that sum to it exactly, each as near to its weight's share as whole
 * units allow: the rounding difference goes to the largest remainders, to the first of equal ones.
 * @param weights whole numbers ≥ 0; if all are 0 the first part receives everything
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = exact.map((value) => value / total)
  const left = Number(BigInt(amount) - parts.reduce((sum, part) => sum + part, 0n))
  const order = exact
    .map((value, index) => ({ index, rest: value % total }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const more = new Set(order.slice(0, left).map(({ index }) => index))
  return parts.map((part, index) => Number(part) + (more.has(index) ? 1 : 0))
}
