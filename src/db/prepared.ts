import { createHash } from 'node:crypto'
import pg from 'pg'

const names = new Map<string, string>()

/** Texts that are kept at most: the product's own are a few hundred; more would mean values inside a text. */
const most = 2000

/** The name under which a text is prepared, on any connection; none when there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= most) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** What pg says of a statement that had no answer by `query_timeout`. */
const unanswered = 'Query read timeout'

/**
 * A client that gives its connection up when a statement had no answer in time. pg only fails the
 * statement, and the pool would hand out a connection on which nothing ever comes back.
 */
export class DeadlineClient extends pg.Client {
  /** Hears that a statement had no answer in time. */
  onUnanswered: () => void = () => {}

  /** Ends the connection at once, without a word to a server that may be gone. */
  giveUp(): void {
    this.connection.stream.destroy()
  }

  /** Lets all that is asked in one turn of the loop leave in one write: what opens a transaction, and its first statement. */
  #gather(): void {
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  // The overloads of pg's query can't be repeated by an override; only its promise form is watched.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  override query(...input: any[]): any {
    this.#gather()
    const answer: unknown = Reflect.apply(super.query, this, input)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (error instanceof Error && error.message === unanswered) {
        this.giveUp()
        this.onUnanswered()
      }
      throw error
    })
  }
}

/**
 * A client whose parametrised statements are prepared once for each connection, so that
 * PostgreSQL plans them once: planning took longer than running. Poolers between must carry
 * prepared statements (pgbouncer 1.21 and newer); DATABASE_PREPARE=off sends them unnamed.
 */
export class PreparingClient extends DeadlineClient {
  // The overloads of pg's query can't be repeated by an override; only Kysely's one form is changed.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  override query(...input: any[]): any {
    const given: unknown[] = input
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementName(text) : undefined
    return Reflect.apply(super.query, this, name ? [{ name, text, values }, ...given.slice(2)] : input)
  }
}
