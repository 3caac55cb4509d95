import { sessionQuery } from '#business/accounts/sign-in-session.queries.ts'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { todayQuery } from '#insight/home/home.queries.ts'
import { queryClient, storeAnswers } from '#web/query.ts'
import { firstAnswersId, firstAnswersOf } from '#lib/first-answers.ts'

/** How long the first render waits for its figures, in milliseconds; later ones are covered by skeletons. */
const patience = 200

/** The age at which answers embedded in the page are too old to show, in milliseconds. */
const age = 15_000

/**
 * Loads the data of the first screen before it renders, so that it renders once and complete.
 * The answers are usually here already: embedded in the page, or requested by `early.ts`.
 * @param path the address that was opened
 */
export async function firstFigures(path: string): Promise<void> {
  const given = document.querySelector(`#${firstAnswersId}`)
  if (given && performance.now() < age) storeAnswers(queryClient, firstAnswersOf(given.textContent))
  // What is read of people leaves the browser with the screen that shows it.
  given?.remove()
  const reads = [queryClient.prefetchQuery(planQuery), queryClient.prefetchQuery(progressQuery), queryClient.prefetchQuery(vendorQuery)]
  // A notice above the page, such as that of an address to confirm, would move it once it came. A board on a screen has none.
  if (path !== '/rankings/tv') reads.push(queryClient.prefetchQuery(sessionQuery))
  if (path === '/') reads.push(queryClient.prefetchQuery(todayQuery))
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.all(reads), late])
}
