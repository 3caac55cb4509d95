import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.gen.ts'

/** Marks the position in a statement of a value that each run supplies. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Returns the placeholder of a statement's value, by its name. */
export type PlaceOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>

/** A statement that is compiled: what it runs on, and the values of its places, give its rows. */
export type Compiled<Values, Row> = {
  (kysely: Kysely<Schema>, values: Values): Promise<Row[]>
  /** The statement with its values, to be sent together with others. */
  bound(kysely: Kysely<Schema>, values: Values): CompiledQuery<Row>
}

/**
 * A statement that is built and compiled once and then only bound to its values: for statements that every
 * call runs, since building takes longer than sending.
 * @param build the statement, with `place('name')` where a value goes
 * @returns a function that runs it with the given values and returns the rows
 */
export function compiled<Values extends Record<string, unknown>, Row>(
  build: (kysely: Kysely<Schema>, place: PlaceOf<Values>) => Compilable<Row>,
): Compiled<Values, Row> {
  let query: CompiledQuery<Row> | undefined
  const bound = (kysely: Kysely<Schema>, values: Values): CompiledQuery<Row> => {
    query ??= build(kysely, (name) => sql`${new Place(name)}`).compile()
    return { ...query, parameters: query.parameters.map((value) => (value instanceof Place ? values[value.name] : value)) }
  }
  return Object.assign(async (kysely: Kysely<Schema>, values: Values) => (await kysely.executeQuery(bound(kysely, values))).rows, { bound })
}
