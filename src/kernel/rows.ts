import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'

/** The tables that hold archivable entities. */
export type EntityTable = 'services' | 'halls' | 'trainers' | 'batches' | 'customers'

/** A query that gives rows as the contract sends them. */
export type RowQuery<Row> = SelectQueryBuilder<Schema, EntityTable, Row>

/**
 * A select that gives an entity's rows: `rowsAs<Hall>()(trx.selectFrom('halls') …)`. One that lacks a key of the row
 * does not compile, and the error names the key.
 */
export function rowsAs<Row>() {
  return <Tables, Joined extends keyof Tables, Given extends { [Key in keyof Row]: unknown }>(
    query: SelectQueryBuilder<Tables, Joined, Given>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is joined and how a column's text narrows is the select's own
  ) => query as unknown as RowQuery<Row>
}

/**
 * The columns that a row's schema names, where each of its fields is one: `select(columnsOf('halls', hall))`. A field that
 * the table has no column for does not compile, and the error names it.
 */
export function columnsOf<
  Table extends EntityTable,
  Shape extends { [Name in keyof Shape]: Name extends keyof Schema[Table] ? unknown : never },
>(table: Table, { shape }: { shape: Shape }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a row shows of its table stands in both
  return Object.keys(shape).map((name) => `${table}.${name}`) as `${Table}.${keyof Shape & keyof Schema[Table] & string}`[]
}
