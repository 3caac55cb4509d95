import type { RawBuilder } from 'kysely'
import type { Builder, Trx } from '#db/tenant.ts'
import type { Rule } from '#lib/fields.ts'
import type { Change } from './audit.ts'
import type { Call } from './base.ts'
import type { Constraints } from './failure.ts'
import type { EntityTable, RowQuery } from './rows.ts'

/** What every entity stores of a row. */
export type Stored = { id: string; version: number; state: string }

/** What every list is asked by. */
export type ListInput = {
  search: string
  page: number
  size: number
  sort: string
  direction: 'asc' | 'desc'
  state: string
}

/** What one entity adds to the common behaviour of list, get, create, update, archive and restore. */
export type Entity<Row extends Stored, Input, Filters extends ListInput> = {
  /** The entity's name in the audit log. */
  name: string
  table: EntityTable
  /** The state to which `restore` returns a row that was archived before the former state was stored. */
  restored: string
  constraints: Constraints
  /** The names of the input's fields, all of which the row also has. */
  fields: readonly string[]
  /** The rules over several fields, checked on the record after a change. */
  rules?: readonly Rule<Input>[]
  /** All of the vendor's rows as the contract sends them. */
  select(on: Builder, vendorId: string, call: Call): RowQuery<Row>
  /** Adds the search text and the entity's own filters. */
  narrow(query: RowQuery<Row>, filters: Filters, call: Call): RowQuery<Row>
  /** Leaves out what the member's role may not see (product 4). */
  visible?(query: RowQuery<Row>, call: Call): RowQuery<Row>
  /** Empties the fields that the member's role may not see, in every answer that includes a row (product 4). */
  forRole?(row: Row, call: Call): Row
  /** Whether a page's ids are found first, from an index that contains all filtered columns, and its rows afterwards. */
  idsFirst?: boolean
  /** The expression that a sort key orders by, unless it is the column of that name. */
  sorted?(sort: string, call: Call): RawBuilder<unknown> | undefined
  /** Whether simultaneous creates of a business share a transaction (decision 74): if `columns` locks nothing and reads no other row of the entity. */
  createsAtOnce?: boolean
  /** The columns of the entity's own table for an input. */
  columns(input: Input, call: Call, trx: Trx, before: Row | null): Record<string, unknown> | Promise<Record<string, unknown>>
  /**
   * Writes dependent rows after the entity's own row was written or its state changed.
   * @returns a function that writes the log row of a change of fields, unless `audit` does
   */
  after?(trx: Trx, call: Call, row: Row, input: Input | null, before: Row | null): Promise<void | ((change: Change) => Promise<void>)>
  /** Notifies whatever shows the row elsewhere that its fields were changed. */
  updated?(trx: Trx, call: Call, row: Row): Promise<void>
  /** Locks what is needed before a row is changed, archived or restored, when its allowed states depend on other rows. */
  hold?(trx: Trx, vendorId: string): Promise<void>
  /** Refuses to archive what is still in use. */
  beforeArchive?(trx: Trx, vendorId: string, row: Row, call: Call): Promise<void>
  /** Refuses to restore what must stay as it is. */
  beforeRestore?(row: Row): void
}

/** Columns of the entity's own table, which Kysely knows only as one of five. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database refuses a column that the table has not
export const ofTable = (columns: object) => columns as never
