import { fillCrowd, analyzeCrowd, type Crowd, type CrowdSize } from '../test/crowd.ts'
import { median } from '../test/timed.ts'
import { rate } from './load.ts'
import { serveProduct } from './product.ts'

/** One list: calls per second over many and over few rows, and the largest acceptable slowdown of the many. */
export type FloorLine = { name: string; large: number; small: number; slower: number; limit: number }

// Neither's batches fit on one page: a list that does is not counted, which would be a statement less.
const many = { batches: 250, sessions: 20_000, customers: 100_000, enrolments: 100_000 }
const few = { batches: 25, sessions: 2000, customers: 10_000, enrolments: 10_000 }

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const month = { from: dayIn(-14), to: dayIn(16) }

/** The calls to measure. The calendar is limited to one batch: in a business ten times as large, a week has ten times as many sessions. */
const calls: [name: string, limit: number, call: string, inputOf: (crowd: Crowd) => object][] = [
  ['customers', 1.3, 'customers/list', () => ({})],
  ['enrolments', 1.3, 'enrolments/list', () => ({})],
  ['batches', 1.3, 'batches/list', () => ({})],
  ['calendar, a month of one batch', 1.3, 'sessions/list', ({ batch }) => ({ ...month, batch })],
  ['Home', 1.3, 'home/today', () => ({})],
]

/** Benchmarks lists, calendar and Home of a vendor with a tenth of the rows and of one with all, in turn on one server. */
export async function benchFloor(): Promise<FloorLine[]> {
  const product = await serveProduct()
  try {
    const business = async (size: CrowdSize) => {
      const { vendorId, shot } = await product.business()
      const crowd = await fillCrowd(product.client, [vendorId], size)
      return (call: string, inputOf: (crowd: Crowd) => object) => shot(call, inputOf(crowd))
    }
    const [small, large] = [await business(few), await business(many)]
    await analyzeCrowd(product.client)
    const lines: FloorLine[] = []
    for (const [name, limit, call, inputOf] of calls) {
      const rates = { large: [] as number[], small: [] as number[] }
      await rate(small(call, inputOf), 500, 16)
      await rate(large(call, inputOf), 500, 16)
      for (let round = 0; round < 7; round++) {
        rates.small.push(await rate(small(call, inputOf), 600, 16))
        rates.large.push(await rate(large(call, inputOf), 600, 16))
      }
      const [ofMany, ofFew] = [median(rates.large), median(rates.small)]
      lines.push({ name, large: ofMany, small: ofFew, slower: ofFew / ofMany, limit })
    }
    return lines
  } finally {
    await product.close()
  }
}
