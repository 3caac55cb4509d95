import { sql, type SelectQueryBuilder } from 'kysely'
import { keysOf } from '#lib/choices.ts'
import type { Schema } from '#db/schema.gen.ts'

/** The tables of archivable entities. */
export type EntityTable = 'services' | 'halls' | 'trainers' | 'batches' | 'customers'

/** A query that returns rows in the contract's shape. */
export type RowQuery<Row> = SelectQueryBuilder<Schema, EntityTable, Row>

/**
 * Types a select as an entity's rows: `rowsAs<Hall>()(trx.selectFrom('halls') …)`. A select that lacks a key of the row
 * does not compile, and the error names the key.
 */
export function rowsAs<Row>() {
  return <Tables, Joined extends keyof Tables, Given extends { [Key in keyof Row]: Row[Key] }>(
    query: SelectQueryBuilder<Tables, Joined, Given>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is joined and how a column's text narrows is the select's own
  ) => query as unknown as RowQuery<Row>
}

/** A JSON column typed by the row's schema, which checks each answer: `select(jsonColumn<TrainingDay[]>('halls.days').as('days'))`. */
export const jsonColumn = <Value>(name: string) => sql<Value>`${sql.ref(name)}`

/** The compiler's message for a field that its table lacks. */
type NoColumn<Table extends string> = `a migration (src/db/migrations) adds the column to ${Table}, then npm run schema`

/**
 * The columns that a row's schema names, when each of its fields is one: `select(columnsOf('halls', hall))`. A field
 * without a column in the table does not compile, and the error names it.
 */
export function columnsOf<
  Table extends EntityTable,
  Shape extends { [Name in keyof Shape]: Name extends keyof Schema[Table] ? unknown : NoColumn<Table> },
>(table: Table, { shape }: { shape: Shape }) {
  return keysOf(shape).map((name) => `${table}.${name}` as const)
}
