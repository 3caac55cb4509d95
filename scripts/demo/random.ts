/** Random choices that are the same in each run. */
export type Random = {
  /** From 0 to 1, exclusive. */
  next(): number
  /** An integer between two, both inclusive. */
  between(low: number, high: number): number
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  bytes(size: number): Buffer
}

/** Random numbers derived from a seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick<T>(from: readonly T[]): T {
      const found = from[between(0, from.length - 1)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
    bytes: (size) => Buffer.from(Array.from({ length: size }, () => between(0, 255))),
  }
}
