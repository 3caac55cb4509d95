import { sql } from 'kysely'
import { tenantRows } from '#db/shared.ts'
import { tenant, type Builder, type Trx } from '#db/tenant.ts'
import { instant } from './app.ts'
import { audit, changedFields } from './audit.ts'
import { memberOf, type Call } from './base.ts'
import { changedRecord } from './changes.ts'
import { createsOf } from './creates.ts'
import { failure, withConstraints } from './failure.ts'
import { ofTable, type Entity, type ListInput, type Stored } from './entity.kind.ts'
import type { RowQuery } from './rows.ts'

/** Counting further would make a long list slow and is of no use to an owner. */
const countCap = 10_000

/** What an `ilike` finds a text by that may stand anywhere. */
export const searchPattern = (search: string) => `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** The handlers' bodies for one entity; a feature binds them to its calls. */
export function entity<Row extends Stored, Input extends object, Filters extends ListInput>(kind: Entity<Row, Input, Filters>) {
  const { table } = kind
  const column = (name: string) => sql.ref(`${table}.${name}`)

  const rowsFor = (on: Builder, call: Call, vendorId: string) =>
    kind.visible?.(kind.select(on, vendorId, call), call) ?? kind.select(on, vendorId, call)

  const shown = (call: Call, row: Row): Row => kind.forRole?.(row, call) ?? row

  const one = (on: Builder, call: Call, vendorId: string, id: string) =>
    rowsFor(on, call, vendorId).where(sql<boolean>`${column('id')} = ${id}`)

  async function readOrFail(trx: Trx, call: Call, vendorId: string, id: string): Promise<Row> {
    const row = (await one(trx, call, vendorId, id).executeTakeFirst()) as Row | undefined
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

  const { insert, create } = createsOf(kind, { one, shown })

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
