/**
 * An answer and how long it takes, in milliseconds. A slow one is asked for again and the quicker of
 * the two counts: a machine stands still once, a slow pattern or statement is slow each time.
 * @param slowMs from where on an answer is slow
 */
export async function timed<T>(ask: () => Promise<T>, slowMs = 2000): Promise<{ answer: T; ms: number }> {
  const once = async () => {
    const start = performance.now()
    const answer = await ask()
    return { answer, ms: performance.now() - start }
  }
  const first = await once()
  return first.ms < slowMs ? first : { answer: first.answer, ms: Math.min(first.ms, (await once()).ms) }
}

/** The middle one of some figures. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
