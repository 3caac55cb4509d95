import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError, serialize } from 'pg-protocol'
import { Parser } from 'pg-protocol/dist/parser.js'
import type { BackendMessage, CommandCompleteMessage, Field } from 'pg-protocol/dist/messages.js'
import { statementName } from './prepared.ts'

/** The engine's answer when a statement was prepared. */
type Prepared = { types: number[]; columns: Field[] }

/** The rows of a statement, and how many it changed. */
type Answer<R> = { rows: R[]; changed: number }

/** For how long statements may follow each other before the process does what else is waiting, in milliseconds. */
const longestMs = 10

/** The statements that each database has prepared; they stay prepared when it is opened a second time. */
const preparedBy = new WeakMap<PGlite, Map<string, Prepared>>()

const isRow = (message: BackendMessage): message is BackendMessage & { fields: (string | null)[] } => message.name === 'dataRow'
const isEnd = (message: BackendMessage): message is CommandCompleteMessage => message.name === 'commandComplete'
const isColumns = (message: BackendMessage): message is BackendMessage & { fields: Field[] } => message.name === 'rowDescription'
const isTypes = (message: BackendMessage): message is BackendMessage & { dataTypeIDs: number[] } => message.name === 'parameterDescription'

/** The number of rows that a command says it has changed: 3 for "UPDATE 3" and "INSERT 0 3". */
const changedOf = (command: string) => Number(/^(?:INSERT|UPDATE|DELETE|MERGE) (?:0 )?(\d+)$/.exec(command)?.[1] ?? 0)

/**
 * The statements of one embedded database. A statement with parameters is prepared once, as on a server, and then
 * runs as a single message: PGlite's own `query` parses and plans each again, in five messages. The answers are read by
 * the parser of the server's driver, in a fraction of the time that PGlite's own takes, which copies each value.
 */
export class Statements {
  readonly #pglite: PGlite
  readonly #prepared: Map<string, Prepared>
  /** For how long the engine has had the process since anything else did. */
  #heldMs = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#prepared = preparedBy.get(pglite) ?? new Map<string, Prepared>()
    preparedBy.set(pglite, this.#prepared)
  }

  /**
   * Runs a statement, or without parameters several, of which the last answers.
   * The caller must have the connection exclusively.
   * @throws the engine's error with its SQLSTATE as `code`; PGlite is closed
   */
  async run<R>(text: string, values: readonly unknown[]): Promise<Answer<R>> {
    return values.length === 0 ? this.#answer([], await this.#send(serialize.query(text))) : this.#runPrepared(text, values)
  }

  async #runPrepared<R>(text: string, values: readonly unknown[]): Promise<Answer<R>> {
    const name = statementName(text) ?? ''
    const { types, columns } = this.#prepared.get(name) ?? (await this.#prepare(name, text))
    const bound = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const toText = this.#pglite.serializers[types[index] ?? 0]
      if (toText) return toText(value)
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
    const messages = await this.#send(serialize.bind({ statement: name, values: bound }), serialize.execute({}), serialize.sync())
    return this.#answer(columns, messages)
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const reply = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync())
    const prepared = { types: reply.find(isTypes)?.dataTypeIDs ?? [], columns: reply.find(isColumns)?.fields ?? [] }
    if (name !== '') this.#prepared.set(name, prepared)
    return prepared
  }

  #answer<R>(prepared: Field[], messages: BackendMessage[]): Answer<R> {
    let columns = prepared
    let answer: Answer<R> = { rows: [], changed: 0 }
    let rows: R[] = []
    for (const message of messages)
      if (isRow(message)) rows.push(this.#row<R>(columns, message.fields))
      else if (isColumns(message)) columns = message.fields
      else if (isEnd(message)) {
        answer = { rows, changed: changedOf(message.text) }
        rows = []
      }
    return answer
  }

  #row<R>(columns: Field[], values: (string | null)[]): R {
    const row: Record<string, unknown> = {}
    for (const [index, { name, dataTypeID }] of columns.entries()) {
      const value = values[index] ?? null
      const parse = this.#pglite.parsers[dataTypeID]
      row[name] = value !== null && parse ? parse(value, dataTypeID) : value
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which rows a statement gives is its caller's to say
    return row as R
  }

  async #send(...messages: Uint8Array[]): Promise<BackendMessage[]> {
    // As PGlite's own queries say it, so that a call during a stop counts as unavailable and not as a fault.
    if (this.#pglite.closed) throw new Error('PGlite is closed')
    const begun = performance.now()
    const parts: Buffer[] = []
    // Without a function that takes its bytes, the engine's answer is also read by PGlite, which keeps each message.
    await this.#pglite.execProtocolRawStream(Buffer.concat(messages), { onRawData: (bytes) => parts.push(Buffer.from(bytes)) })
    this.#heldMs += performance.now() - begun
    // The engine runs in the process: without a pause, all statements of a report would hold up every other request.
    if (this.#heldMs > longestMs) {
      await nextTurn()
      this.#heldMs = 0
    }
    const received: BackendMessage[] = []
    new Parser().parse(Buffer.concat(parts), (message) => received.push(message))
    const error = received.find((message) => message instanceof DatabaseError)
    if (error) throw error
    return received
  }
}
