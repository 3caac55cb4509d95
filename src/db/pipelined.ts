import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { gathered } from './gathered.ts'
import { appRole } from './migrator.ts'
import type { Database } from './open.ts'
import { beginStatements } from './opening.ts'
import { lateCommit } from './prepared.ts'

/** The most transactions that follow each other on one connection: each waits for those before it. */
const most = 4

type Asked = { send: (connection: DatabaseConnection) => Promise<unknown>; reject: (reason: unknown) => void }

/** Takes connections for what is to be sent in one turn of the event loop. One that can't be had fails what would have been sent on it. */
const sendTogether = gathered(async (db: Database, asked: Asked[]) => {
  const portions = Array.from({ length: Math.ceil(asked.length / most) }, (_, at) => asked.slice(at * most, (at + 1) * most))
  const sent = portions.map((portion) =>
    db.kysely
      .getExecutor()
      .provideConnection((connection) => Promise.allSettled(portion.map(({ send }) => send(connection))))
      .catch((error: unknown) => portion.forEach(({ reject }) => reject(error))),
  )
  await Promise.all(sent)
  return asked
})

/**
 * The rows of one statement, in a transaction of its own in which the database refuses changes. Those that are asked for in one
 * turn of the event loop are sent in one write, up to four on one connection, each after the end of the one before (decision 72).
 */
export function rowsAlong<Row>(db: Database, vendorId: string, statement: CompiledQuery<Row>): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const begins = beginStatements({ vendorId, role: appRole, mode: 'read' })
    const send: Asked['send'] = (connection) => {
      // If one of them fails, so does the statement.
      const begun = begins.map((begin) => connection.executeQuery(CompiledQuery.raw(begin)))
      Promise.all(begun).catch(() => {})
      const answer = connection.executeQuery<Row>(statement)
      const ended = connection.executeQuery(CompiledQuery.raw(lateCommit))
      answer.then(({ rows }) => resolve(rows), reject)
      return Promise.allSettled([answer, ended])
    }
    void sendTogether(db, { send, reject })
  })
}
