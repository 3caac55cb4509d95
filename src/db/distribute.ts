import { differences, quoted, readContents, tableNames, type RunStatement, type TableContents } from './embedded/contents.ts'
import { suspendForcedSecurity, suspendForeignKeys, withClient } from './embedded/server.ts'
import { migrationLock, migrations } from './migrate.ts'
import { appRole, firstTable, migrator, oneByOne } from './migrator.ts'

/** What is said of a table to a cluster: that its rows are the same on all nodes, distributed, or the coordinator's. */
type Placement = { table: string; statement: string }

/** What a cluster does with each table, as its migration says: first those to which others refer, and the one that they follow. */
export async function placements(): Promise<Placement[]> {
  const found: Placement[] = []
  const collecting = migrator(async (statement) => {
    const table = /^select (?:create_|citus_)\w+\('"(\w+)"'/.exec(statement)?.[1]
    if (table) found.push({ table, statement })
  }, true)
  for (const { up } of Object.values(migrations)) await up(collecting)
  const turn = ({ table, statement }: Placement) => (statement.includes('create_reference_table') ? 0 : table === firstTable ? 1 : 2)
  return found.toSorted((a, b) => turn(a) - turn(b))
}

/** @throws in a sentence that says what the cluster still lacks */
async function assertCluster(ask: RunStatement): Promise<void> {
  const [citus] = await ask<{ version: string }>(`select extversion as "version" from pg_extension where extname = 'citus'`)
  if (!citus) throw new Error('The database has no Citus: run "create extension citus" in it on every node')
  const [nodes] = await ask<{ own: number; storing: number }>(
    `select count(*) filter (where groupid = 0)::int as "own", count(*) filter (where shouldhaveshards and isactive)::int as "storing" from pg_dist_node`,
  )
  if (!nodes?.own) throw new Error('The coordinator has no address yet: run "select citus_set_coordinator_host(…)" on it')
  if (!nodes.storing)
    throw new Error('The cluster has no node that stores rows: run "select citus_add_node(…)" for each worker on the coordinator')
}

/** @throws if anyone else works on the database, such as a running server, whose changes would be lost in between */
async function assertAlone(ask: RunStatement): Promise<void> {
  const others = await ask(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend' and application_name not like 'citus%'`,
  )
  if (others.length > 0) throw new Error(`The database is in use (connections: ${others.length}): stop Touchline on every machine first`)
}

/** Whether tables have rows, besides those of the migrations. */
const isFilled = (tables: Record<string, TableContents>) =>
  Object.entries(tables).some(([name, { rows }]) => rows > 0 && !name.startsWith('kysely_'))

/** Places all tables in one transaction. @returns each table's contents, the same before and after */
async function place(ask: RunStatement, placed: readonly Placement[], isNew: boolean): Promise<Record<string, TableContents>> {
  await ask('begin')
  await ask(oneByOne)
  const force = await suspendForcedSecurity(ask)
  const before = await readContents(ask)
  if (isNew && isFilled(before)) throw new Error('Citus is installed, but the rows are not distributed: run npm run distribute')
  const restoreKeys = await suspendForeignKeys(ask)
  for (const { statement } of placed) await ask(statement)
  await restoreKeys()
  const wrong = differences(before, await readContents(ask))
  if (wrong.length > 0) throw new Error(`Nothing was distributed, the nodes would differ: ${wrong.join('; ')}`)
  await force()
  await ask('commit')
  return before
}

/**
 * Distributes vendors' rows of a migrated database over the nodes of its Citus cluster, in one transaction; no server may
 * run meanwhile. The database's role has to be a superuser, or one that Citus lets distribute tables. After an interruption
 * it is repeated.
 * @param url the coordinator's database
 * @param isNew whether a server that starts does it on a new database; others may be starting too
 * @returns each table's rows, compared to the last value before the transaction was committed; null if they are distributed already
 * @throws in a sentence what the cluster lacks, or the first failing statement's error; nothing is changed then. A database that is
 * called new and has rows, which take longer than a start may
 */
export function distribute(url: string, { isNew = false } = {}): Promise<Record<string, TableContents> | null> {
  return withClient(url, async (ask) => {
    await assertCluster(ask)
    await ask(`select pg_advisory_lock(${migrationLock})`)
    if (!isNew) await assertAlone(ask)
    const existing = new Set(await tableNames(ask))
    const placed = (await placements()).filter(({ table }) => existing.has(table))
    const [done] = await ask(`select 1 from pg_dist_partition where logicalrelid = to_regclass('"${firstTable}"')`)
    // Nodes connect to each other as the role that runs the statements.
    if (!done) await ask(`alter role ${quoted(appRole)} login`)
    const tables = done ? null : await place(ask, placed, isNew)
    // What the nodes have is still at the coordinator, unseen.
    for (const { table, statement } of placed)
      if (!statement.includes('citus_add_local')) await ask(`select truncate_local_data_after_distributing_table('${quoted(table)}')`)
    await ask('analyze')
    return tables
  })
}
