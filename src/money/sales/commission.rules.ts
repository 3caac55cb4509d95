import type { saleChannels } from './sale.contract.ts'

/** Where a sale was made. */
export type Channel = (typeof saleChannels)[number]

/** The marketplace's commission on a sale's net unless the vendor has its own rate, in hundredths of a percent. */
export const platformRates: Record<Channel, number> = { marketplace: 1000, desk: 0, online: 0, import: 0 }

/** The day from which the platform's rates apply, YYYY-MM-DD. */
export const platformSince = '2026-01-01'

/** A commission as fixed on a line: hundredths of a percent of the net, and the sentence that explains it. */
export type Commission = { rate: number; rule: string }

/** A rate with its rule, such as "marketplace 10 % of net since 2026-01-01"; the rule of a rate of 0 is ''. */
export function commissionOf(channel: Channel, rate: number, since: string): Commission {
  return { rate, rule: rate === 0 ? '' : `${channel} ${rate / 100} % of net since ${since}` }
}
