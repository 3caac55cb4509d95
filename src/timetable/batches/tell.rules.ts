type When = { startingTime: string; endingTime: string; hall: string | null }

/**
 * Whether people are notified of a change by default: of other times or another hall. Of another trainer they are notified on request.
 * @param more what else says when they meet
 */
export function isUsuallyNotified<One extends When>(before: One, after: One, ...more: (keyof One)[]): boolean {
  return (['startingTime', 'endingTime', 'hall', ...more] as const).some(
    (part) => JSON.stringify(before[part] || null) !== JSON.stringify(after[part] || null),
  )
}
