import { sql, type Kysely, type RawBuilder, type SelectType, type UpdateType } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { lone, platform, type Trx } from '#db/tenant.ts'
import { instant, type App } from './app.ts'
import { describeError } from './log.ts'

type Table = keyof Schema
type Name<T extends Table> = keyof Schema[T] & string
/** New values of a row's columns, or expressions of them. */
type Changes<T extends Table> = { [Column in Name<T>]?: UpdateType<Schema[T][Column]> | RawBuilder<string> }

/** How the rows of a table are taken by whichever process is free (decision 36). */
type Queue<T extends Table, Read extends Name<T>> = {
  key: readonly Read[]
  /** What else its taker reads of a row. */
  reads: readonly Read[]
  /** Picks the rows that are due, those whose lease ended too. */
  isDue: (now: string) => RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** The instant before which a row waits. */
  due: Name<T>
  /** The instant until which a row is its taker's; may be `due`. */
  lease: Name<T>
  /** For how long it is, in milliseconds. */
  leaseMs: number
  /** Counts how often a row was taken. Without it the lease tells takers apart, so it can't be kept. */
  tries?: Name<T>
  /** What else changes when a row is taken. */
  onClaim?: Changes<T>
}

/**
 * A row that is its taker's. Each change is made only while no one has taken the row since, and tells
 * whether it was: in a statement of its own, or in the transaction that is given.
 */
export type Lease<T extends Table, Read extends Name<T>> = {
  row: { [Column in Read]: SelectType<Schema[T][Column]> }
  /** Which try this is, from 1. */
  tries: number
  /** Keeps the row while work goes on, by renewing the lease every so many milliseconds. @returns what the work gives */
  keep: <Output>(everyMs: number, work: () => Promise<Output>) => Promise<Output>
  /** Puts the row off until an instant. */
  retryLater: (at: string, also?: Changes<T>, trx?: Trx) => Promise<boolean>
  /** Gives the row back as if it had not been taken. */
  release: (also?: Changes<T>) => Promise<boolean>
  /** Ends the work with what is written of it. */
  complete: (also: Changes<T>, trx?: Trx) => Promise<boolean>
  /** Ends work that can't be done, with what is written of it or by removing the row. */
  giveUp: (also: Changes<T> | 'remove', trx?: Trx) => Promise<boolean>
}

/** Says how a table's rows are taken. */
export const queueOf = <T extends Table, Read extends Name<T>>(table: T, queue: Queue<T, Read>) => ({ table, ...queue })

const assign = (columns: object, between: string) => {
  const each = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return sql.join(each, sql.raw(between))
}

/** Changes or removes the row that has such columns. @returns whether there is one */
async function change(on: Kysely<Schema>, table: Table, where: object, to: object | 'remove'): Promise<boolean> {
  const verb = to === 'remove' ? sql`delete from ${sql.table(table)}` : sql`update ${sql.table(table)} set ${assign(to, ', ')}`
  const { numAffectedRows = 0n } = await sql`${verb} where ${assign(where, ' and ')}`.execute(on)
  return numAffectedRows > 0n
}

/** Takes the first row of a queue that is due, if one is; SKIP LOCKED lets processes take different ones. */
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
    async keep(everyMs, work) {
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
        // One that is under way must not take the row back from anyone who has it next.
        await renewal
      }
    },
    retryLater: (at, also, trx) => leave({ [lease]: null, [due]: at, ...also }, trx),
    release: (also) => leave({ [lease]: lease === due ? now : null, ...(counted ? { [counted]: tries - 1 } : {}), ...also }),
    complete: end,
    giveUp: end,
  }
}
