import { sql, type Kysely, type RawBuilder, type SelectType, type UpdateType } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { lone, platform, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { describeError } from './log.ts'

type Table = keyof Schema
type Name<T extends Table> = keyof Schema[T] & string
/** New values of a row's columns, or expressions for them. */
type Changes<T extends Table> = { [Column in Name<T>]?: UpdateType<Schema[T][Column]> | RawBuilder<string> }

/** How any free process claims a table's rows (decision 36). */
type Queue<T extends Table, Read extends Name<T>> = {
  key: readonly Read[]
  /** The other columns of a row that its claimant reads. */
  reads: readonly Read[]
  /** Selects the rows that are due, including those whose lease has expired. */
  isDue: (now: string) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** The instant before which a row waits. */
  due: Name<T>
  /** The instant until which a row is leased; may be the same column as `due`. */
  lease: Name<T>
  /** The duration of a lease, in milliseconds. */
  leaseMs: number
  /** Counts how often a row was claimed. Without it the lease identifies the claimant, so it can't be renewed. */
  tries?: Name<T>
  /** Further changes when a row is claimed. */
  onClaim?: Changes<T>
}

/**
 * A claimed row. Each change applies only while no one else has claimed the row since, and returns whether it did;
 * it runs in its own statement, or in the given transaction.
 */
export type Lease<T extends Table, Read extends Name<T>> = {
  row: { [Column in Read]: SelectType<Schema[T][Column]> }
  /** The number of this try, from 1. */
  tries: number
  /** Renews the lease at this interval in milliseconds while the work runs. @returns the work's result */
  renewDuring: <Output>(everyMs: number, work: () => Promise<Output>) => Promise<Output>
  /** Writes changes while the work goes on. */
  note: (also: Changes<T>) => Promise<boolean>
  /** Postpones the row until an instant. */
  retryLater: (at: string, also?: Changes<T>, trx?: Trx) => Promise<boolean>
  /** Releases the row as if it had not been claimed. */
  release: (also?: Changes<T>) => Promise<boolean>
  /** Completes the work and writes the given changes. */
  complete: (also: Changes<T>, trx?: Trx) => Promise<boolean>
  /** Gives up work that can't be done, writing the given changes or removing the row. */
  giveUp: (also: Changes<T> | 'remove', trx?: Trx) => Promise<boolean>
}

/** Declares how a table's rows are claimed. */
export const queueOf = <T extends Table, Read extends Name<T>>(table: T, queue: Queue<T, Read>) => ({ table, ...queue })

const assign = (columns: object, between: string) => {
  const each = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql.join(each, sql.raw(between))
}

/** Changes or removes the row with these column values. @returns whether there is one */
async function change(on: Kysely<Schema>, table: Table, where: object, to: object | 'remove'): Promise<boolean> {
  const verb = to === 'remove' ? sql`delete from ${sql.table(table)}` : sql`update ${sql.table(table)} set ${assign(to, ', ')}`
  const { numAffectedRows = 0n } = await sql`${verb} where ${assign(where, ' and ')}`.execute(on)
  return numAffectedRows > 0n
}

/** Claims the first due row of a queue, if any; SKIP LOCKED lets processes claim different ones. */
export async function claim<T extends Table, Read extends Name<T>>(
  app: App,
  { table, lease, due, tries: counted, leaseMs, ...queue }: Queue<T, Read> & { table: T },
): Promise<Lease<T, Read> | undefined> {
  const now = instant(app)
  const leasedUntil = instant(app, leaseMs)
  const columns = [...queue.key, ...queue.reads].map((name) => sql.ref(name))
  const taken = await platform(app.db, async (trx) => {
    const { rows } = await sql<Lease<T, Read>['row'] & { tried: number }>`
      select ${sql.join(columns)}, ${counted ? sql.ref(counted) : sql`0`} as "tried" from ${sql.table(table)}
      where ${queue.isDue(now)} order by ${queue.order} limit 1 for update skip locked`.execute(trx)
    const [row] = rows
    if (!row) return undefined
    const tries = row.tried + 1
    const key = Object.fromEntries(queue.key.map((name) => [name, row[name]]))
    const mark = counted ? { [counted]: tries } : {}
    await change(trx, table, key, { [lease]: leasedUntil, ...mark, ...queue.onClaim })
    return { row, tries, own: { ...key, ...(counted ? mark : { [lease]: leasedUntil }) } }
  })
  if (!taken) return undefined
  const { row, tries, own } = taken
  const leave = (to: object | 'remove', trx?: Trx) =>
    trx ? change(trx, table, own, to) : lone(app.db, (kysely) => change(kysely, table, own, to))
  const end = (also: object | 'remove', trx?: Trx) => leave(also === 'remove' ? also : { [lease]: null, ...also }, trx)
  return {
    row,
    tries,
    async renewDuring(everyMs, work) {
      let renewal: Promise<unknown> = Promise.resolve()
      const timer = setInterval(() => {
        renewal = leave({ [lease]: instant(app, leaseMs) }).catch((error: unknown) =>
          app.log.error('A lease could not be renewed', { job: table, ...describeError(error) }),
        )
      }, everyMs).unref()
      try {
        return await work()
      } finally {
        clearInterval(timer)
        // A renewal in progress must not take the row back from its next claimant.
        await renewal
      }
    },
    note: (also) => leave(also),
    retryLater: (at, also, trx) => leave({ [lease]: null, [due]: at, ...also }, trx),
    release: (also) => leave({ [lease]: lease === due ? now : null, ...(counted ? { [counted]: tries - 1 } : {}), ...also }),
    complete: end,
    giveUp: end,
  }
}
