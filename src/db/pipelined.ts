import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { gathered } from './gathered.ts'
import { appRole } from './migrator.ts'
import type { Database } from './open.ts'
import { beginStatements } from './opening.ts'
import { lateCommit } from './prepared.ts'

/** The most transactions that follow each other on one connection: each waits for those before it. */
const most = 4

type Send = (connection: DatabaseConnection) => Promise<unknown>

/** Takes connections for what is to be sent in one turn of the event loop. */
const sendTogether = gathered(async (db: Database, sends: Send[]) => {
  const portions = Array.from({ length: Math.ceil(sends.length / most) }, (_, at) => sends.slice(at * most, (at + 1) * most))
  const sent = portions.map((portion) =>
    db.kysely.getExecutor().provideConnection((connection) => Promise.allSettled(portion.map((send) => send(connection)))),
  )
  return (await Promise.all(sent)).flat()
})

/**
 * The rows of one statement, in a transaction of its own in which the database refuses changes. Those that are asked for in one
 * turn of the event loop are sent in one write, up to four on one connection, each after the end of the one before (decision 72).
 */
export function rowsAlong<Row>(db: Database, vendorId: string, statement: CompiledQuery<Row>): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const send: Send = (connection) => {
      // If one of them fails, so does the statement.
      const begun = beginStatements({ vendorId, role: appRole, mode: 'read' }).map((begin) =>
        connection.executeQuery(CompiledQuery.raw(begin)),
      )
      Promise.all(begun).catch(() => {})
      const answer = connection.executeQuery<Row>(statement)
      const ended = connection.executeQuery(CompiledQuery.raw(lateCommit))
      answer.then(({ rows }) => resolve(rows), reject)
      return Promise.allSettled([answer, ended])
    }
    sendTogether(db, send).catch(reject)
  })
}
