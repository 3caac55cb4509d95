/**
 * An answer and how long it takes, in milliseconds. A slow request is repeated and the faster of
 * the two counts: a machine stalls once, but a slow pattern or statement is slow each time.
 * @param slowMs duration from which an answer is slow
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

/** The median of some figures. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}
