import { fieldsOf } from '#lib/choices.ts'
import { errorCode } from '#db/errors.ts'
import { shared } from '#db/shared.ts'
import { tenant, type Builder, type Trx } from '#db/tenant.ts'
import { togetherEach } from '#db/together.ts'
import { instant } from './app.ts'
import { auditRow, changedFields, logging, type Change } from './audit.ts'
import { memberOf, type Call } from './base.ts'
import { changedRecord } from './changes.ts'
import { ofTable, type Entity, type ListInput, type Stored } from './entity.kind.ts'
import { failure, withConstraints } from './failure.ts'
import { newId } from './ids.ts'
import type { Listener } from './modules.ts'
import type { RowQuery } from './rows.ts'

/** The log's action and what it says in addition, and the columns that no input has. */
type Created = { action: string; subject?: string; own?: Record<string, unknown>; said?: Record<string, unknown> }

/** What is to be created: in which call, under which id, and from which fields. */
type New<Input> = { call: Call; id: string; fields: Input; as: Created }

/** How an entity reads a row, and what of it a member may see. */
type Reading<Row> = {
  one(on: Builder, call: Call, vendorId: string, id: string): RowQuery<Row>
  shown(call: Call, row: Row): Row
}

/** How the rows of an entity are created. */
export function createsOf<Row extends Stored, Input extends object, Filters extends ListInput>(
  kind: Entity<Row, Input, Filters>,
  { one, shown }: Reading<Row>,
) {
  const { table } = kind

  async function read(trx: Trx, call: Call, id: string): Promise<Row | undefined> {
    return (await one(trx, call, memberOf(call).vendorId, id).executeTakeFirst()) as Row | undefined
  }

  /** Creates rows in an open transaction, in one write to the connection. */
  async function insertAll(trx: Trx, created: readonly New<Input>[]): Promise<Row[]> {
    const values = []
    const prepared = []
    for (const { call, id, fields, as } of created) {
      const { vendorId } = memberOf(call)
      const { own, said, ...logged } = as
      const columns = await kind.columns(fields, call, trx, null)
      const now = instant(call.app)
      values.push({ vendorId, id, ...columns, ...own, createdAt: now, updatedAt: now })
      const change: Change = { ...logged, entity: kind.name, target: id, after: { ...columns, ...said }, version: 1 }
      const log = logging(trx, call, change, auditRow(call, change))
      prepared.push({ call, id, fields, log, row: one(trx, call, vendorId, id).compile() })
    }
    const answers = await togetherEach<[Listener, Row]>(
      trx,
      trx.insertInto(table).values(ofTable(values)).compile(),
      prepared.map(({ log, row }) => [log.statement, row]),
    )
    const rows = []
    for (const [at, { call, id, fields, log }] of prepared.entries()) {
      const [listeners = [], [row] = []] = answers[at] ?? []
      if (row) await kind.after?.(trx, call, row, fields, null)
      await log.publish(listeners)
      const whole = row && kind.after ? await read(trx, call, id) : row
      if (!whole) throw failure('document/not-found')
      rows.push(whole)
    }
    return rows
  }

  /** Creates a row in an open transaction. */
  async function insert(trx: Trx, call: Call, id: string, fields: Input, as: Created = { action: 'create' }): Promise<Row> {
    const [row] = await insertAll(trx, [{ call, id, fields, as }])
    if (!row) throw failure('document/not-found')
    return row
  }

  /** Whether an input differs from the one that created a row, such as when it was corrected before a create was retried. */
  async function isOther(trx: Trx, call: Call, row: Row, input: Input): Promise<boolean> {
    const columns = await kind.columns(input, call, trx, null)
    const creation = await trx
      .selectFrom('audit')
      .select('after')
      .where('vendorId', '=', memberOf(call).vendorId)
      .where('target', '=', row.id)
      .where('entity', '=', kind.name)
      .where('action', '=', 'create')
      .executeTakeFirst()
    const beyond = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in columns)))
    const before = { ...row, ...fieldsOf(creation?.after) }
    return Object.keys(changedFields(before, { ...columns, ...beyond }).after).length > 0
  }

  const insertShared = shared<New<Input>, Row>(insertAll)

  function insertNow(call: Call, id: string, fields: Input): Promise<Row> {
    const { db } = call.app
    const { vendorId } = memberOf(call)
    if (kind.createsAtOnce) return insertShared(db, vendorId, { call, id, fields, as: { action: 'create' } })
    return tenant(db, vendorId, (trx) => insert(trx, call, id, fields))
  }

  /**
   * A second create with the same id is a retry: it returns the row that the first one created.
   * @throws request/reused with that row where the second one's input differs
   */
  async function create(call: Call, input: Input & { id?: string | undefined }): Promise<Row> {
    const { id = newId(call.app.now()) } = input
    const fields = changedRecord<Input>([], {}, input)
    const created = async () => {
      try {
        return await insertNow(call, id, fields)
      } catch (error) {
        if (errorCode(error) !== '23505' || input.id === undefined) throw error
        return tenant(call.app.db, memberOf(call).vendorId, async (trx) => {
          const existing = await read(trx, call, id)
          if (!existing) throw error
          if (await isOther(trx, call, existing, fields)) throw failure('request/reused', { current: shown(call, existing) })
          return existing
        })
      }
    }
    return shown(call, await withConstraints(kind.constraints, created))
  }

  return { insert, create }
}
