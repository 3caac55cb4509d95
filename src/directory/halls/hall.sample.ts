/** What a new hall takes. */
export const hallSample = { title: 'North pitch', size: 1200, totalCandidates: 24 }
