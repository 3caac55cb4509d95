import { failure } from './failure.ts'

/** Lets so many run at once and so many wait; more are refused. What is urgent has a queue of its own, which goes first. */
export type Semaphore = { run<T>(work: () => Promise<T>, isUrgent?: boolean): Promise<T> }

/** @param queue how many wait of each sort @param refuse what `run` throws when the queue is full */
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
        // The place passes on directly, so that no newcomer can slip in between.
        if (next) next()
        else running -= 1
      }
    },
  }
}
