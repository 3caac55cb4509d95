import { sql, type RawBuilder } from 'kysely'
import { fieldsOf } from '#lib/choices.ts'
import { errorCode } from '#db/errors.ts'
import { tenant, tenantRows, type Builder, type Trx } from '#db/tenant.ts'
import { together } from '#db/together.ts'
import type { Rule } from '#lib/fields.ts'
import { instant } from './app.ts'
import { audit, auditRow, changedFields, logging, type Change } from './audit.ts'
import { memberOf, type Call } from './base.ts'
import { changedRecord } from './changes.ts'
import { failure, withConstraints, type Constraints } from './failure.ts'
import { newId } from './ids.ts'
import type { EntityTable, RowQuery } from './rows.ts'

type Stored = { id: string; version: number; state: string }
type Columns = Record<string, unknown>
type Created = { action: string; subject?: string; own?: Columns; said?: Columns }
type ListInput = {
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

/** Counting further would make a long list slow and is of no use to an owner. */
const countCap = 10_000

/** What an `ilike` finds a text by that may stand anywhere. */
export const searchPattern = (search: string) => `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** Columns of the entity's own table, which Kysely knows only as one of five. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database refuses a column that the table has not
const ofTable = (columns: Record<string, unknown>) => columns as never

/** The handlers' bodies for one entity; a feature binds them to its calls. */
export function entity<Row extends Stored, Input extends object, Filters extends ListInput>(kind: Entity<Row, Input, Filters>) {
  const { table } = kind
  const column = (name: string) => sql.ref(`${table}.${name}`)

  const rowsFor = (on: Builder, call: Call, vendorId: string) =>
    kind.visible?.(kind.select(on, vendorId, call), call) ?? kind.select(on, vendorId, call)

  const shown = (call: Call, row: Row): Row => kind.forRole?.(row, call) ?? row

  const one = (on: Builder, call: Call, vendorId: string, id: string) =>
    rowsFor(on, call, vendorId).where(sql<boolean>`${column('id')} = ${id}`)

  async function read(trx: Trx, call: Call, vendorId: string, id: string): Promise<Row | undefined> {
    return (await one(trx, call, vendorId, id).executeTakeFirst()) as Row | undefined
  }

  async function readOrFail(trx: Trx, call: Call, vendorId: string, id: string): Promise<Row> {
    const row = await read(trx, call, vendorId, id)
    if (!row) throw failure('document/not-found')
    return row
  }

  /** Writes columns if the version is still the one that the caller saw. */
  async function write(
    trx: Trx,
    call: Call,
    { id, version }: { id: string; version: number },
    columns: Record<string, unknown>,
  ): Promise<void> {
    const { vendorId } = memberOf(call)
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set(ofTable({ ...columns, version: version + 1, updatedAt: instant(call.app) }))
      .where(sql<boolean>`${column('vendorId')} = ${vendorId} and ${column('id')} = ${id} and ${column('version')} = ${version}`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw failure('request/stale', { current: shown(call, await readOrFail(trx, call, vendorId, id)) })
  }

  const inTenant = <T>(call: Call, work: (trx: Trx, vendorId: string) => Promise<T>) => {
    const { vendorId } = memberOf(call)
    return withConstraints(kind.constraints, () => tenant(call.app.db, vendorId, (trx) => work(trx, vendorId)))
  }

  /** The rows that a list finds, on all of its pages. */
  function found(on: Builder, call: Call, input: Filters): RowQuery<Row> {
    const rows = rowsFor(on, call, memberOf(call).vendorId)
    const isState =
      input.state === 'current' ? sql<boolean>`${column('state')} <> 'archived'` : sql<boolean>`${column('state')} = ${input.state}`
    return kind.narrow(rows.where(isState), input, call)
  }

  async function list(call: Call, input: Filters) {
    const { db } = call.app
    const { vendorId } = memberOf(call)
    const offset = (input.page - 1) * input.size
    const direction = sql.raw(input.direction === 'asc' ? 'asc' : 'desc')
    const sorted = <Output>(rows: RowQuery<Output>) =>
      rows.orderBy(sql`${kind.sorted?.(input.sort, call) ?? column(input.sort)} ${direction}`).orderBy(sql`${column('id')} ${direction}`)
    // One row more than the page shows whether counting is needed at all.
    const page = <Output>(rows: RowQuery<Output>) =>
      sorted(rows)
        .limit(input.size + 1)
        .offset(offset)
    const rows = await tenantRows(db, vendorId, (on) => {
      const query = found(on, call, input)
      if (!kind.idsFirst) return page(query).compile()
      // As an array, so that rows are always looked up one by one, however many the planner expects.
      const ids = page(query.clearSelect().select(sql<string>`${column('id')}`.as('id')))
      return sorted(rowsFor(on, call, vendorId).where(sql<boolean>`${column('id')} = any(array(${ids}))`)).compile()
    })
    const visible = (rows as Row[]).slice(0, input.size).map((row) => shown(call, row))
    if (rows.length <= input.size && (rows.length > 0 || offset === 0))
      return { rows: visible, total: offset + rows.length, totalIsCapped: false }
    const [counted] = await tenantRows(db, vendorId, (on) => {
      const some = found(on, call, input)
        .clearSelect()
        .select(sql<number>`1`.as('one'))
        .limit(countCap + 1)
      return on
        .selectFrom(some.as('counted'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .compile()
    })
    const count = counted?.count ?? 0
    return { rows: visible, total: Math.min(count, countCap), totalIsCapped: count > countCap }
  }

  async function get(call: Call, id: string): Promise<Row> {
    const { vendorId } = memberOf(call)
    const [row] = (await tenantRows(call.app.db, vendorId, (on) => one(on, call, vendorId, id).compile())) as Row[]
    if (!row) throw failure('document/not-found')
    return shown(call, row)
  }

  /** Whether an input differs from the one that created a row, such as when it was corrected before a create was retried. */
  async function isOther(trx: Trx, call: Call, vendorId: string, row: Row, input: Input): Promise<boolean> {
    const columns = await kind.columns(input, call, trx, null)
    const creation = await trx
      .selectFrom('audit')
      .select('after')
      .where('vendorId', '=', vendorId)
      .where('target', '=', row.id)
      .where('entity', '=', kind.name)
      .where('action', '=', 'create')
      .executeTakeFirst()
    const beyond = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in columns)))
    const before = { ...row, ...fieldsOf(creation?.after) }
    return Object.keys(changedFields(before, { ...columns, ...beyond }).after).length > 0
  }

  /** Creates a row in an open transaction. @param as the log's action and what it says in addition, and the columns that no input has */
  async function insert(trx: Trx, call: Call, id: string, fields: Input, { own = {}, said = {}, ...as }: Created = { action: 'create' }) {
    const { vendorId } = memberOf(call)
    const columns = await kind.columns(fields, call, trx, null)
    const now = instant(call.app)
    const change: Change = { ...as, entity: kind.name, target: id, after: { ...columns, ...said }, version: 1 }
    const values = ofTable({ vendorId, id, ...columns, ...own, createdAt: now, updatedAt: now })
    const log = logging(trx, call, change, auditRow(call, change))
    const inserted = trx.insertInto(table).values(values).compile()
    const [, listeners, [row]] = await together(trx, inserted, log.statement, one(trx, call, vendorId, id).compile())
    if (!row) throw failure('document/not-found')
    await kind.after?.(trx, call, row, fields, null)
    await log.publish(listeners)
    return kind.after ? readOrFail(trx, call, vendorId, id) : row
  }

  /**
   * A second create with the same id is a retry: it returns the row that the first one created.
   * @throws request/reused with that row where the second one's input differs
   */
  async function create(call: Call, input: Input & { id?: string | undefined }): Promise<Row> {
    const { id = newId(call.app.now()) } = input
    const fields = changedRecord<Input>([], {}, input)
    try {
      return await inTenant(call, async (trx) => shown(call, await insert(trx, call, id, fields)))
    } catch (error) {
      if (errorCode(error) !== '23505' || input.id === undefined) throw error
      return inTenant(call, async (trx, vendorId) => {
        const existing = await read(trx, call, vendorId, id)
        if (!existing) throw error
        if (await isOther(trx, call, vendorId, existing, fields)) throw failure('request/reused', { current: shown(call, existing) })
        return shown(call, existing)
      })
    }
  }

  /** @param related locks and changes other rows in the same transaction; the result of `done` is logged with the change */
  async function update(
    call: Call,
    input: Partial<Input> & { id: string; version: number },
    related?: {
      lock(trx: Trx, vendorId: string): Promise<void>
      done(trx: Trx, vendorId: string, before: Row, after: Row): Promise<Record<string, unknown>>
    },
  ): Promise<Row> {
    const { id, version } = input
    return inTenant(call, async (trx, vendorId) => {
      await related?.lock(trx, vendorId)
      await kind.hold?.(trx, vendorId)
      const before = await readOrFail(trx, call, vendorId, id)
      const fields = changedRecord(kind.fields, before, input, kind.rules)
      const columns = await kind.columns(fields, call, trx, before)
      // States change only through named actions (product 3): saving a form restores nothing.
      await write(trx, call, { id, version }, before.state === 'archived' ? { ...columns, state: 'archived' } : columns)
      const written = await readOrFail(trx, call, vendorId, id)
      const log = await kind.after?.(trx, call, written, fields, before)
      await kind.updated?.(trx, call, written)
      const more = await related?.done(trx, vendorId, before, written)
      const after = await readOrFail(trx, call, vendorId, id)
      const difference = changedFields(before, after)
      const said = { ...difference, after: { ...difference.after, ...more } }
      const change = { action: 'update', entity: kind.name, target: id, ...said, version: after.version }
      await (log ? log(change) : audit(trx, call, change))
      return shown(call, after)
    })
  }

  /** Locks a row until the transaction ends, so that no one starts to use what is being archived. */
  async function lock(trx: Trx, vendorId: string, id: string): Promise<{ archivedFrom: string | null } | undefined> {
    const { rows } = await sql<{ archivedFrom: string | null }>`
      select "archivedFrom" from ${sql.table(table)} where "vendorId" = ${vendorId} and "id" = ${id} for update`.execute(trx)
    return rows[0]
  }

  async function setState(call: Call, seen: { id: string; version: number }, action: 'archive' | 'restore'): Promise<Row> {
    return inTenant(call, async (trx, vendorId) => {
      await kind.hold?.(trx, vendorId)
      const locked = await lock(trx, vendorId, seen.id)
      const before = await readOrFail(trx, call, vendorId, seen.id)
      const state = action === 'archive' ? 'archived' : (locked?.archivedFrom ?? kind.restored)
      if (action === 'restore') kind.beforeRestore?.(before)
      if ((before.state === 'archived') === (action === 'archive')) return shown(call, before)
      if (action === 'archive') await kind.beforeArchive?.(trx, vendorId, before, call)
      await write(trx, call, seen, { state, archivedFrom: action === 'archive' ? before.state : null })
      const row = await readOrFail(trx, call, vendorId, seen.id)
      await kind.after?.(trx, call, row, null, before)
      const said = { before: { state: before.state }, after: { state } }
      await audit(trx, call, { action, entity: kind.name, target: seen.id, ...said, version: row.version })
      return shown(call, row)
    })
  }

  return {
    kind,
    list,
    get,
    insert,
    create,
    update,
    archive: (call: Call, seen: { id: string; version: number }) => setState(call, seen, 'archive'),
    restore: (call: Call, seen: { id: string; version: number }) => setState(call, seen, 'restore'),
  }
}
