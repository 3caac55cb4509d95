import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { errorCode, isUnavailable } from './errors.ts'
import { appRole, firstTable } from './migrator.ts'
import { opening } from './opening.ts'
import type { Schema } from './schema.gen.ts'

/** What a database knows of Citus: nothing, that it is installed, or that vendors' rows are distributed over the nodes. */
export type Cluster = 'none' | 'installed' | 'distributed'

/** Whether the database is the coordinator of a Citus cluster, and whether vendors' rows are distributed. */
export async function clusterOf(db: Kysely<unknown>): Promise<Cluster> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)
  if (rows.length === 0) return 'none'
  const found = await sql`select 1 from pg_dist_partition where logicalrelid = to_regclass(${`"${firstTable}"`})`.execute(db)
  return found.rows.length > 0 ? 'distributed' : 'installed'
}

/** The setting with which a connection's `SET LOCAL` reaches the nodes; a role's setting does not count after SET ROLE (citus rule 4). */
export const reachingNodes = ['citus.propagate_set_commands', 'local'] as const

/**
 * Turns off JIT compilation on every node of a cluster: for a report that runs in 0.3 seconds it takes over five. A connection's own
 * settings don't reach the nodes, so it is set for the database of each, unless it is off already. A node that can't be reached, or
 * whose database belongs to another role, stays as it is; `docs/operate.md` says how to find out.
 */
export async function turnOffJit(db: Kysely<unknown>): Promise<void> {
  const onAllNodes = (statement: string) => sql<{ result: string }>`select "result" from run_command_on_all_nodes(${statement})`.execute(db)
  const { rows } = await onAllNodes('show jit')
  if (rows.every(({ result }) => result === 'off')) return
  await onAllNodes(`do $$ begin execute format('alter database %I set jit = off', current_database()); end $$`)
}

/**
 * Proves that the vendor of a transaction reaches the cluster's nodes: a row without its values is refused for lacking them
 * (23502) where it did, and by row-level security (42501), which looks first, where it did not. Then each vendor would find
 * an empty business.
 * @throws if it does not; a node that doesn't answer is no reason
 */
export async function assertReachesNodes(db: Kysely<Schema>): Promise<void> {
  const vendorId = randomUUID()
  const row = sql`insert into ${sql.table(firstTable)} ("vendorId") values (${vendorId})`
  try {
    await opening.run({ vendorId, role: appRole, mode: 'write' }, () => db.transaction().execute((trx) => row.execute(trx)))
  } catch (cause) {
    if (errorCode(cause) === '23502' || isUnavailable(cause)) return
    throw new Error('The cluster is not safe to use: the vendor of a transaction does not reach its nodes', { cause })
  }
}
