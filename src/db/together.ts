import type { CompiledQuery } from 'kysely'
import { errorCode } from './errors.ts'
import type { Trx } from './tenant.ts'

/** A statement that was not carried out because one before it in its transaction had failed. */
const isAborted = (reason: unknown) => errorCode(reason) === '25P02'

/** Statements, and the rows of each. */
type Statements<Rows extends unknown[]> = { [At in keyof Rows]: CompiledQuery<Rows[At]> }
type Answers<Rows extends unknown[]> = { [At in keyof Rows]: Rows[At][] }

/**
 * Sends several statements of a transaction at once; the database carries them out one after the other. For statements that
 * need nothing of each other's answers: each would take a round trip of its own, and a write to the connection.
 * @param statements compiled, in the order in which they are carried out
 * @returns the rows of each
 * @throws the error of the statement that failed, once all are answered; those after it are not carried out
 */
export async function together<Rows extends unknown[]>(trx: Trx, ...statements: Statements<Rows>): Promise<Answers<Rows>>
export async function together(trx: Trx, ...statements: CompiledQuery[]): Promise<unknown[][]> {
  const answers = await trx
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(statements.map((statement) => connection.executeQuery(statement))))
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (reasons.length > 0) throw reasons.find((reason) => !isAborted(reason)) ?? reasons[0]
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []))
}

/** Like `together` for a statement that changes several records, followed by the statements of each. @returns the rows of each record's statements */
export async function togetherEach<Rows extends unknown[]>(
  trx: Trx,
  change: CompiledQuery,
  each: readonly Statements<Rows>[],
): Promise<Answers<Rows>[]>
export async function togetherEach(trx: Trx, change: CompiledQuery, each: readonly CompiledQuery[][]): Promise<unknown[][][]> {
  const [, ...answers] = await together(trx, change, ...each.flat())
  return each.map(({ length }) => answers.splice(0, length))
}
