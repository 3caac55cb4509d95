import type { KyselyPlugin } from 'kysely'
import { opening } from '#db/opening.ts'
import type { Database } from '#db/open.ts'
import { testDatabase } from './database.ts'

/**
 * A database whose statements fail as on a busy server: with serialization failures and deadlocks
 * alternately, each after its statement has done its work.
 * @param most total number of errors
 */
export function injecting(most: number) {
  /** Statements that still succeed before each error. */
  let until: number[] = []
  let [injected, calls] = [0, 0]

  function failing(): void {
    const [left] = until
    // The session is read by a single statement outside a transaction, which can't conflict with another.
    if (left === undefined || !opening.getStore()) return
    if (left > 0) {
      until[0] = left - 1
      return
    }
    until.shift()
    injected += 1
    throw Object.assign(new Error('injected'), { code: injected % 2 ? '40001' : '40P01' })
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      failing()
      return result
    },
  }
  return {
    injected: () => injected,
    database: async (): Promise<Database> => {
      const db = await testDatabase()
      return { ...db, kysely: db.kysely.withPlugin(plugin) }
    },
    /**
     * Makes one call amid errors: at most 4, since its fifth attempt is its last, each at a different statement.
     * @param statements approximate number of statements in the call
     */
    amid: async <T>(statements: number, work: () => Promise<T>): Promise<T> => {
      const call = calls++
      const errors = Math.min([1, 1, 2, 1, 4][call % 5] ?? 1, most - injected)
      until = Array.from({ length: errors }, (_, at) => (call * 7 + at * 11) % statements)
      try {
        return await work()
      } finally {
        until = []
      }
    },
  }
}
