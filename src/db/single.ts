import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { beginStatements } from './opening.ts'
import { Statements } from './statements.ts'

/**
 * Kysely over the one connection of the embedded database. Each user has exclusive access until releasing it,
 * so that transactions, single statements and upkeep never mix.
 */
export class SingleConnection {
  readonly #pglite: PGlite
  #last: Promise<void> = Promise.resolve()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Waits for the connection; returns a function that releases it. */
  async acquire(): Promise<() => void> {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  /** Runs work as the owner's role (upkeep, backup, migration) with exclusive access to the connection. */
  async asOwner<T>(work: (pglite: PGlite) => Promise<T>, appRole: string): Promise<T> {
    const release = await this.acquire()
    try {
      await this.#pglite.exec('reset role')
      return await work(this.#pglite)
    } finally {
      await this.#pglite.exec(`set role "${appRole}"`)
      release()
    }
  }

  /** A Kysely dialect on this connection. */
  dialect(): Dialect {
    return {
      createDriver: () => this.#driver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    }
  }

  #driver(): Driver {
    const pglite = this.#pglite
    const statements = new Statements(pglite)
    const returns = new WeakMap<DatabaseConnection, () => void>()
    const run = (connection: DatabaseConnection, statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    return {
      init: async () => {
        await pglite.waitReady
      },
      acquireConnection: async () => {
        const release = await this.acquire()
        // In their order also where a statement does not wait for the answer to the one before, as on a server.
        let before: Promise<unknown> = Promise.resolve()
        const connection: DatabaseConnection = {
          async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
            const answer = before.then(() => statements.run<R>(query.sql, query.parameters))
            before = answer.catch(() => {})
            const { rows, changed } = await answer
            return { rows, numAffectedRows: BigInt(changed) }
          },
          // oxlint-disable-next-line require-yield -- Kysely's interface; nothing in the product streams.
          async *streamQuery() {
            throw new Error('Streaming is not available on the embedded database')
          },
        }
        returns.set(connection, release)
        return connection
      },
      releaseConnection: async (connection) => returns.get(connection)?.(),
      beginTransaction: async () => {
        await statements.run(beginStatements().join('; '), []).catch(async (error: unknown) => {
          // The one connection must not stay in a transaction that failed to open.
          await statements.run('rollback', [])
          throw error
        })
      },
      commitTransaction: async (connection) => {
        await run(connection, 'commit')
      },
      rollbackTransaction: async (connection) => {
        await run(connection, 'rollback')
      },
      destroy: async () => {},
    }
  }
}
