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

/** Rolls a transaction back. */
class Undone extends Error {}

/**
 * Proves that the vendor of a transaction reaches the cluster's nodes: it enters a row there, and undoes it. Otherwise
 * row-level security would show every vendor an empty business.
 * @throws if it does not; a node that doesn't answer is no reason
 */
export async function assertReachesNodes(db: Kysely<Schema>): Promise<void> {
  const vendorId = randomUUID()
  const row = { vendorId, image: '', purpose: '', bytes: 0, width: 0, height: 0, createdAt: new Date(0).toISOString() }
  try {
    await opening.run({ vendorId, role: appRole }, () =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('media').values(row).execute()
        throw new Undone()
      }),
    )
  } catch (error) {
    if (error instanceof Undone || isUnavailable(error)) return
    if (errorCode(error) !== '42501') throw error
    throw new Error('The cluster is not safe to use: the vendor of a transaction does not reach its nodes', { cause: error })
  }
}
