import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { errorCode } from './errors.ts'
import { gathered, portionsOf } from './gathered.ts'
import { appRole } from './migrator.ts'
import type { Database } from './open.ts'
import { beginStatements } from './opening.ts'
import { lateCommit } from './prepared.ts'

/** The most transactions that follow each other on one connection: each waits for those before it, and so only for its own vendor's. */
const most = 4

/** What is sent along one connection: the first error of a statement on it. */
type Portion = { failed?: unknown }

type Asked = {
  vendorId: string
  send: (connection: DatabaseConnection, portion: Portion) => Promise<unknown>
  reject: (reason: unknown) => void
}

/** Takes connections for what is to be sent in one turn of the event loop. One that can't be had fails what would have been sent on it. */
const sendTogether = gathered(async (db: Database, asked: Asked[]) => {
  const sent = portionsOf(asked, most).map(({ portion }) =>
    db.kysely
      .getExecutor()
      .provideConnection((connection) => {
        const along: Portion = {}
        return Promise.allSettled(portion.map(({ send }) => send(connection, along)))
      })
      .catch((error: unknown) => portion.forEach(({ reject }) => reject(error))),
  )
  await Promise.all(sent)
  return asked
})

/**
 * The rows of one statement, in a transaction of its own in which the database refuses changes. Those that one vendor asks for in one
 * turn of the event loop are sent in one write, up to four on one connection, each after the end of the one before (decision 72).
 */
export function rowsAlong<Row>(db: Database, vendorId: string, statement: CompiledQuery<Row>): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const begins = beginStatements({ vendorId, role: appRole, mode: 'read' })
    const send: Asked['send'] = (connection, portion) => {
      // If one of them fails, so does the statement.
      const begun = begins.map((begin) => connection.executeQuery(CompiledQuery.raw(begin)))
      Promise.all(begun).catch(() => {})
      const answer = connection.executeQuery<Row>(statement)
      const ended = connection.executeQuery(CompiledQuery.raw(lateCommit))
      answer.then(
        ({ rows }) => resolve(rows),
        (error: unknown) => {
          // A statement that several share is prepared with the first of them: where that failed, the others find none.
          reject(errorCode(error) === '26000' ? (portion.failed ?? error) : error)
          portion.failed ??= error
        },
      )
      return Promise.allSettled([answer, ended])
    }
    void sendTogether(db, { vendorId, send, reject })
  })
}
