import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { statementName } from './prepared.ts'

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

/** The engine's answer when a statement was prepared. */
type Prepared = { types: number[]; columns: Message[] }

const { serialize } = protocol

/** The statements that each database has prepared; they stay prepared when it is opened a second time. */
const preparedBy = new WeakMap<PGlite, Map<string, Prepared>>()

/**
 * The statements of one embedded database. A statement with parameters is prepared once, as on a server, and
 * then runs as a single message: PGlite's own `query` parses and plans each again, in five messages.
 */
export class Statements {
  readonly #pglite: PGlite
  readonly #prepared: Map<string, Prepared>

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#prepared = preparedBy.get(pglite) ?? new Map<string, Prepared>()
    preparedBy.set(pglite, this.#prepared)
  }

  /** Runs one statement. The caller must have the connection exclusively. @throws the engine's error with its SQLSTATE as `code` */
  async run<R>(text: string, values: readonly unknown[]): Promise<Results<R> | undefined> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which rows a statement gives is its caller's to say
    return (await (values.length === 0 ? this.#pglite.exec(text) : this.#runPrepared(text, values))).at(-1) as Results<R> | undefined
  }

  async #runPrepared(text: string, values: readonly unknown[]): Promise<Results[]> {
    const name = statementName(text) ?? ''
    const { types, columns } = this.#prepared.get(name) ?? (await this.#prepare(name, text))
    const bound = values.map((value, index) => {
      if (value === null || value === undefined) return null
      const toText = this.#pglite.serializers[types[index] ?? 0]
      if (toText) return toText(value)
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
    const messages = await this.#send(serialize.bind({ statement: name, values: bound }), serialize.execute({}))
    return parse.parseResults([...columns, ...messages], this.#pglite.parsers)
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const reply = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const prepared = {
      types: parse.parseDescribeStatementResults(reply),
      columns: reply.filter((message) => message.name === 'rowDescription'),
    }
    if (name !== '') this.#prepared.set(name, prepared)
    return prepared
  }

  #send(...messages: Uint8Array[]): Promise<Message[]> {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))
  }
}
