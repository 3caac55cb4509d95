import { failure } from './failure.ts'

/** Lets a number of tasks run at once and a number wait; more are refused. Urgent tasks have a separate queue, which goes first. */
export type Semaphore = { run<T>(work: () => Promise<T>, isUrgent?: boolean): Promise<T> }

/** @param queue how many of each sort may wait @param refuse creates the error of `run` when the queue is full */
export function semaphore(atOnce: number, queue: number, refuse: () => Error = () => failure('server/busy')): Semaphore {
  let running = 0
  const urgent: (() => void)[] = []
  const usual: (() => void)[] = []
  return {
    async run(work, isUrgent = false) {
      const waiting = isUrgent ? urgent : usual
      if (running >= atOnce) {
        if (waiting.length >= queue) throw refuse()
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = urgent.shift() ?? usual.shift()
        // The slot passes on directly, so that no newcomer can slip in between.
        if (next) next()
        else running -= 1
      }
    },
  }
}
