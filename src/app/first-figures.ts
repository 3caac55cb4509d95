import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { todayQuery } from '#insight/home/home.queries.ts'
import { queryClient, storeAnswers } from '#web/query.ts'
import { firstAnswersId } from '#lib/first-answers.ts'

/** How long the first picture waits for its figures, in milliseconds; skeletons stand in for what comes later. */
const patience = 200

/** By then answers that came with the page are too old to be shown, in milliseconds. */
const age = 15_000

/**
 * Reads what the first screen shows before it is drawn, so that it is drawn once and complete.
 * The answers are usually here already: they came with the page, or `early.ts` asked for them.
 * @param path the address that was opened
 */
export async function firstFigures(path: string): Promise<void> {
  const given = document.querySelector(`#${firstAnswersId}`)?.textContent
  if (given && performance.now() < age) storeAnswers(queryClient, fieldsOf(readJson(given)))
  const reads = [queryClient.prefetchQuery(planQuery), queryClient.prefetchQuery(progressQuery), queryClient.prefetchQuery(vendorQuery)]
  if (path === '/') reads.push(queryClient.prefetchQuery(todayQuery))
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.all(reads), late])
}
