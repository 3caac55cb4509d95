import { planQuery, progressQuery, todayQuery, vendorQuery } from '#api/queries.ts'
import { queryClient } from '#api/query.ts'

/** How long the first picture waits for its figures, in milliseconds; skeletons stand in for what comes later. */
const patience = 200

/**
 * Reads what the first screen shows before it is drawn, so that it is drawn once and complete.
 * The answers are usually here already, since `early.ts` asked for them.
 * @param path the address that was opened
 */
export async function firstFigures(path: string): Promise<void> {
  const reads = [queryClient.prefetchQuery(planQuery), queryClient.prefetchQuery(progressQuery), queryClient.prefetchQuery(vendorQuery)]
  if (path === '/') reads.push(queryClient.prefetchQuery(todayQuery))
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.all(reads), late])
}
