import { fillBoard } from '../test/crowd-boards.ts'
import { fillCrowd, analyzeCrowd } from '../test/crowd.ts'
import { median } from '../test/timed.ts'
import type { FloorLine } from './floor.ts'
import { rate } from './load.ts'
import { serveProduct } from './product.ts'

const rows = { customers: 10_000, enrolments: 2000, sessions: 2000 }

/** Benchmarks a board's first page and the position in its middle, for 10,000 and 1,000 entrants in turn on one server. */
export async function benchBoards(): Promise<FloorLine[]> {
  const product = await serveProduct()
  try {
    const business = async (entrants: number) => {
      const { vendorId, shot } = await product.business()
      await fillCrowd(product.client, [vendorId], rows)
      const board = await fillBoard(product.client, vendorId, entrants)
      return (withEntry: boolean) => shot('challenges/board', withEntry ? board : { challenge: board.challenge })
    }
    const [small, large] = [await business(1000), await business(10_000)]
    await analyzeCrowd(product.client)
    const lines: FloorLine[] = []
    for (const [name, withEntry] of [
      ['board, first page', false],
      ['board, with where one stands', true],
    ] as const) {
      await rate(small(withEntry), 500, 16)
      await rate(large(withEntry), 500, 16)
      const seen: { few: number; many: number }[] = []
      for (let round = 0; round < 7; round++)
        seen.push({ few: await rate(small(withEntry), 600, 16), many: await rate(large(withEntry), 600, 16) })
      lines.push({
        name,
        large: median(seen.map(({ many }) => many)),
        small: median(seen.map(({ few }) => few)),
        slower: median(seen.map(({ few, many }) => few / many)),
        limit: 1.3,
      })
    }
    return lines
  } finally {
    await product.close()
  }
}
