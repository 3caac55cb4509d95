/** The input of a new hall. */
export const hallSample = { title: 'North pitch', size: 1200, totalCandidates: 24 }
