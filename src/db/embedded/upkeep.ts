import { setImmediate as nextTurn } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { PGlite } from '@electric-sql/pglite'

/** Runs work as the owner's role with exclusive access to the one connection, between transactions. */
export type Alone = <T>(work: (pglite: PGlite) => Promise<T>) => Promise<T>

type Options = {
  /** Time between two checks, in milliseconds. */
  everyMs?: number
  /** Bytes of log written since the last checkpoint that trigger the next one. */
  walBytes?: number
  /** Receives the error of a failed round; the next round runs all the same. */
  report?: (error: unknown) => void
}

const maxCheckpointAgeMs = 5 * 60_000

async function checkpointWhenDue(pglite: PGlite, walBytes: number): Promise<void> {
  const { rows } = await pglite.query<{ bytes: number; ageMs: number }>(
    `select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as "bytes",
            extract(epoch from clock_timestamp() - checkpoint_time)::float8 * 1000 as "ageMs"
     from pg_control_checkpoint()`,
  )
  const { bytes, ageMs } = rows[0] ?? { bytes: 0, ageMs: 0 }
  // A checkpoint writes a few hundred bytes itself; an idle database is left alone.
  if (bytes > walBytes || (bytes > 4096 && ageMs > maxCheckpointAgeMs)) await pglite.exec('checkpoint')
}

type Table = { schema: string; name: string; command: 'vacuum (analyze)' | 'analyze' }

/**
 * The tables that autovacuum would process, by its own thresholds, and those that were never analyzed or have grown since:
 * what was counted of their changes is lost with the process, and plans for unknown tables take many times as long.
 */
async function tablesDue(pglite: PGlite): Promise<Table[]> {
  // Otherwise the counters wait for a second of quiet, which a busy connection never has.
  await pglite.query('select pg_stat_force_next_flush()')
  const { rows } = await pglite.query<Table>(
    `select s.schemaname as "schema", s.relname as "name",
            case when s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or age(c.relfrozenxid) > 150000000
              then 'vacuum (analyze)' else 'analyze' end as "command"
     from pg_stat_all_tables s join pg_class c on c.oid = s.relid
     where s.schemaname in ('public', 'pg_catalog')
       and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or age(c.relfrozenxid) > 150000000
         or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
         or (pg_relation_size(c.oid) > 0 and not exists (select 1 from pg_statistic a where a.starelid = c.oid))
         or pg_relation_size(c.oid) > current_setting('block_size')::integer * (1.3 * c.relpages + 1))`,
  )
  return rows
}

/**
 * One round of upkeep: each table that needs it, then a checkpoint when due, letting requests run in between.
 * @param isOver ends the round between two tables
 */
export async function runUpkeep(alone: Alone, walBytes = 16 * 1024 * 1024, isOver: () => boolean = () => false): Promise<void> {
  for (const { schema, name, command } of await alone(tablesDue)) {
    if (isOver()) return
    await alone((pglite) => pglite.exec(`${command} ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`))
    // The engine runs in the process: without a pause, a round would block every other request.
    await nextTurn()
  }
  await alone((pglite) => checkpointWhenDue(pglite, walBytes))
}

/**
 * Does the work of PostgreSQL's background processes, which the embedded one lacks. Without it the
 * write-ahead log would grow without end and dead rows would stay.
 * @returns a function that stops it, and waits for the work in progress
 */
export function startUpkeep(alone: Alone, { everyMs = 30_000, walBytes, report = () => {} }: Options = {}): () => Promise<void> {
  let running: Promise<void> | null = null
  let isOver = false
  const round = () => {
    running ??= runUpkeep(alone, walBytes, () => isOver)
      .catch(report)
      .finally(() => {
        running = null
      })
  }
  // At the start too: the planner has no statistics of what a restore or an import filled.
  round()
  const timer = setInterval(round, everyMs).unref()
  return async () => {
    clearInterval(timer)
    isOver = true
    await running
  }
}
