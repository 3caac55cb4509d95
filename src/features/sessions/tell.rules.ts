type When = { startingTime: string; endingTime: string; hall: string | null }

/**
 * Whether people are usually told of a change: they meet at other times or elsewhere. Who holds it is told on demand.
 * @param more what else says when they meet
 */
export function isUsuallyTold<One extends When>(before: One, after: One, ...more: (keyof One)[]): boolean {
  return (['startingTime', 'endingTime', 'hall', ...more] as const).some(
    (part) => JSON.stringify(before[part] || null) !== JSON.stringify(after[part] || null),
  )
}
