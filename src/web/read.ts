import { failureOf, isOutage, type CallFailure } from './call-failure.ts'

/** How often a read is retried after an outage (spec 9). */
export const retries = 3

/**
 * Reads for signed-out pages, which load without the query cache: retries up to three times, with growing
 * delays, while the server can't answer.
 * @param onValue receives the value
 * @param onFailure receives the failure of the last attempt
 * @returns a function that cancels it, for an effect's cleanup
 */
export function readAgain<Value>(
  read: () => Promise<Value>,
  onValue: (value: Value) => void,
  onFailure: (failure: CallFailure) => void = () => {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const attempt = (count: number): void => {
    read().then(
      (value) => isOver || onValue(value),
      (error: unknown) => {
        if (isOver) return
        if (count < retries && isOutage(error)) timer = setTimeout(attempt, 1000 * 2 ** count, count + 1)
        else onFailure(failureOf(error))
      },
    )
  }
  attempt(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
