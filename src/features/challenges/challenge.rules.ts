/** The filter bar's choices (product 2.19); defaults are those of spec 9. */
export const challengeFilters = {
  session: { options: ['Weekly', 'Monthly', 'Quarterly', 'Custom', 'All'], initial: 'Monthly' },
  status: { options: ['All', 'Internal Only', 'External Only'], initial: 'External Only' },
  allorsingle: { options: ['All', 'Single'], initial: 'All' },
} as const

export type ChallengeFilter = Record<keyof typeof challengeFilters, string>

/** A filter out of the URL, else out of the kept state, else the default; unknown values are dropped. */
export function readFilter(url: Record<string, unknown>, kept: ChallengeFilter): ChallengeFilter {
  const read = (name: keyof typeof challengeFilters): string => {
    const options: readonly string[] = challengeFilters[name].options
    return (
      [url[name], kept[name]].find((value): value is string => typeof value === 'string' && options.includes(value)) ??
      challengeFilters[name].initial
    )
  }
  return { session: read('session'), status: read('status'), allorsingle: read('allorsingle') }
}
