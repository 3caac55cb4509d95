import type { saleChannels } from './sale.contract.ts'

/** Where a sale was made. */
export type Channel = (typeof saleChannels)[number]

/** What the marketplace keeps of a sale's net where no rate of the vendor's own says otherwise, in hundredths of a percent. */
export const platformRates: Record<Channel, number> = { marketplace: 1000, desk: 0, online: 0, import: 0 }

/** The day from which the platform's rates count, YYYY-MM-DD. */
export const platformSince = '2026-01-01'

/** A commission as it is frozen on a line: hundredths of a percent of the net, and the sentence that explains it. */
export type Commission = { rate: number; rule: string }

/** The rule of a rate, such as "marketplace 10 % of net since 2026-01-01"; '' where nothing is kept. */
export function commissionOf(channel: Channel, rate: number, since: string): Commission {
  return { rate, rule: rate === 0 ? '' : `${channel} ${rate / 100} % of net since ${since}` }
}
