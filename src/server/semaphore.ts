import { failure } from './failure.ts'

/** Lets so many run at once and so many wait; more are refused. */
export type Semaphore = { run<T>(work: () => Promise<T>): Promise<T> }

/** @param refuse what `run` throws when the queue is full */
export function semaphore(atOnce: number, queue: number, refuse: () => Error = () => failure('server/busy')): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= queue) throw refuse()
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The place passes on directly, so that no newcomer can slip in between.
        if (next) next()
        else running -= 1
      }
    },
  }
}
