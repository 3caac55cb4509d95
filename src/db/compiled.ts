import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from './schema.gen.ts'

/** Stands in a statement for a value that each run gives. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The places of a statement's values, by name. */
export type Places<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A statement that is built and compiled once and then only given its values: for what every call
 * runs, since building takes longer than sending.
 * @param build the statement, with `places` where values go
 * @returns runs it with its values and gives the rows
 */
export function compiled<Values extends Record<string, unknown>, Row>(
  build: (kysely: Kysely<Schema>, places: Places<Values>) => Compilable<Row>,
): (kysely: Kysely<Schema>, values: Values) => Promise<Row[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the proxy has a place for every name
  const places = new Proxy({} as Places<Values>, { get: (_, name) => sql`${new Place(String(name))}` })
  let query: ReturnType<Compilable<Row>['compile']> | undefined
  return async (kysely, values) => {
    query ??= build(kysely, places).compile()
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name] : value))
    return (await kysely.executeQuery<Row>({ ...query, parameters })).rows
  }
}
