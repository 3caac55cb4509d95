import type { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from './open-embedded.ts'

/** The table of the durability tests: pairs of rows, each pair one transaction. */
export const pairsTable =
  'create table if not exists "pairs" ("n" integer not null, "half" integer not null, "note" text not null, primary key ("n", "half"))'

/** Writes one pair; it is acknowledged when this returns. */
export async function writePair(pglite: PGlite, n: number): Promise<void> {
  await pglite.transaction(async (trx) => {
    for (const half of [1, 2]) await trx.query('insert into "pairs" values ($1, $2, $3)', [n, half, 'x'.repeat(n % 900)])
  })
}

/** The number of rows of each pair. */
export async function pairsIn(pglite: PGlite): Promise<Map<number, number>> {
  const { rows } = await pglite.query<{ n: number; halves: number }>(
    'select "n", count(*)::int as "halves" from "pairs" where length("note") = "n" % 900 group by "n"',
  )
  return new Map(rows.map(({ n, halves }) => [n, halves]))
}

/**
 * Counts the acknowledged pairs that are missing in a data directory; all of them when it no longer opens.
 * @throws when only half of a pair is there
 */
export async function lostPairs(acknowledged: number[], dataDir: string): Promise<number> {
  const embedded = await openEmbedded(dataDir).catch(() => null)
  if (!embedded) return acknowledged.length
  const pairs = await pairsIn(embedded.pglite)
    .catch(() => new Map<number, number>())
    .finally(() => embedded.close())
  const half = [...pairs].find(([, halves]) => halves !== 2)
  if (half) throw new Error(`Only half of the transaction ${half[0]} is there`)
  return acknowledged.filter((n) => !pairs.has(n)).length
}
