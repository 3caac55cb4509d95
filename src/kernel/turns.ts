import { setImmediate as nextTurn } from 'node:timers/promises'

/** The turns of the event loop that a request takes until it queries the database, as measured: with one, it waited for two bills of a night. Then one more for its session. */
const turnsOfRequest = 5

/**
 * Lets requests that have arrived query the database first: called between two parts of a long task. The embedded engine
 * answers within one turn of the event loop, so that a task without pauses would keep all requests waiting.
 */
export async function letRequestsIn(): Promise<void> {
  for (let turn = 0; turn < turnsOfRequest; turn += 1) await nextTurn()
}
