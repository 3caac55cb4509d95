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
    // What is joined and how a column's text narrows to the words of a choice is the select's own.
  ) => query as unknown as RowQuery<Row>
}
