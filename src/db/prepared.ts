import { createHash } from 'node:crypto'
import pg from 'pg'

const names = new Map<string, string>()

/** The most texts that get a name: the product's own are a few hundred; more would mean values inside a text. */
const most = 2000

/** The name under which a text is prepared, on any connection; undefined when there are too many. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= most) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** The text that ends a transaction in which nothing could be written: the client sends a commit along with its next statement. */
export const lateCommit = 'commit, no one waits for it'

/** How long that may take where no statement follows, in milliseconds. */
const lateMs = 2

/** What pg answers to a commit. */
const committed = { command: 'COMMIT', rowCount: null, rows: [] }

/** pg's error message for a statement that had no answer within `query_timeout`. */
const unanswered = 'Query read timeout'

/**
 * A client that closes its connection when a statement receives no answer in time. pg only fails the
 * statement, and the pool would hand out a connection on which no answer ever arrives.
 */
export class DeadlineClient extends pg.Client {
  /** Called when a statement received no answer in time. */
  onUnanswered: () => void = () => {}

  /** Set while a commit is still to be sent. */
  #late: NodeJS.Timeout | undefined

  /** Sends the commit that is still to be sent, if any: every statement follows it. If it fails, so do all that follow. */
  #commitNow(): void {
    if (!this.#late) return
    clearTimeout(this.#late)
    this.#late = undefined
    const answer: unknown = this.query('commit')
    if (answer instanceof Promise) answer.catch(() => {})
  }

  /** Closes the connection at once, without notifying a server that may be dead. */
  giveUp(): void {
    this.connection.stream.destroy()
  }

  /** Sends all statements of one turn of the event loop in one write: those that open a transaction, and its first one. */
  #gather(): void {
    const { stream } = this.connection
    if (stream.writableCorked > 0) return
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  // The overloads of pg's query can't be repeated by an override; only its promise form is watched.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  override query(...input: any[]): any {
    if (input[0] === lateCommit) {
      this.#late ??= setTimeout(() => this.#commitNow(), lateMs)
      return Promise.resolve(committed)
    }
    this.#gather()
    this.#commitNow()
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
 * A client that prepares parametrised statements once for each connection, so that PostgreSQL plans them
 * once: planning took longer than running. Poolers in between must support prepared statements
 * (pgbouncer 1.21 and newer); DATABASE_PREPARE=off sends them unnamed.
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
