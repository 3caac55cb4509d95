import { failureOf, isOutage, type CallFailure } from './call-failure.ts'

/** How often a read that met an outage is tried again (spec 9). */
export const retries = 3

/**
 * A read of the signed-out pages, which come without the query cache: tried three times more, each
 * time later, while the server can't answer.
 * @param give takes what was read
 * @param refuse takes the failure that ended the tries
 * @returns stops it, for an effect's end
 */
export function readAgain<Value>(
  read: () => Promise<Value>,
  give: (value: Value) => void,
  refuse: (failure: CallFailure) => void = () => {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const attempt = (count: number): void => {
    read().then(
      (value) => isOver || give(value),
      (error: unknown) => {
        if (isOver) return
        if (count < retries && isOutage(error)) timer = setTimeout(attempt, 1000 * 2 ** count, count + 1)
        else refuse(failureOf(error))
      },
    )
  }
  attempt(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
