type When = { startingTime: string; endingTime: string; hall: string | null }

/**
 * Whether people are notified of a change by default: if times or hall differ. A change of trainer is notified only on request.
 * @param more other fields that determine when they meet
 */
export function isUsuallyNotified<One extends When>(before: One, after: One, ...more: (keyof One)[]): boolean {
  return (['startingTime', 'endingTime', 'hall', ...more] as const).some(
    (part) => JSON.stringify(before[part] || null) !== JSON.stringify(after[part] || null),
  )
}
