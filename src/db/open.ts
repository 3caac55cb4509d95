import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql, type PostgresDialectConfig } from 'kysely'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { instantOf } from './instants.ts'
import { assertReachesNodes, clusterOf, turnOffJit, reachingNodes, type Cluster } from './cluster.ts'
import { distribute } from './distribute.ts'
import { migrate } from './migrate.ts'
import { appRole } from './migrator.ts'
import { beginStatements, opening } from './opening.ts'
import type { Schema } from './schema.gen.ts'
import { connectionWaitMs, indexesOnly, openPool } from './pool.ts'
import { lateCommit } from './prepared.ts'
import { shareOf, type Share } from './share.ts'
import { SingleConnection } from './single.ts'
import { assertSafe, lossySettings } from './safety.ts'

/** An open database, embedded or on a server; rows are reached by `tenant()` and `platform()` only. */
export type Database = {
  engine: 'embedded' | 'server'
  /** The migrations of a newer version that the database has run; usually none. */
  newer: string[]
  /** For `tenant.ts` alone: a query on it runs as the product's role and sees no vendor's rows. */
  kysely: Kysely<Schema>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Allocates some megabytes on the database's disk and releases them. Throws when there is no space for them. */
  spill(): Promise<void>
  /** Limits each vendor to a share of the connections; the embedded database has one for all. */
  share: Share
  /** Runs work as the owner's role with exclusive access to the embedded connection; null on a server. */
  asOwner: (<T>(work: (pglite: PGlite) => Promise<T>) => Promise<T>) | null
  close(): Promise<void>
}

/** Instants as ISO 8601 UTC, days as YYYY-MM-DD, int8 as number: the shapes that the contracts send. */
const parsers: Record<number, (value: string) => unknown> = {
  20: (value) => {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw new Error('An integer from the database exceeds 2^53')
    return number
  },
  1082: (value) => value,
  1184: instantOf,
}

class ServerDriver extends PostgresDriver {
  /**
   * Sends the statements that open a transaction without waiting for their answers: the connection is a pipeline, and
   * the transaction's first statement follows at once. If they fail, the transaction is aborted and each of its statements fails.
   */
  override beginTransaction(connection: Parameters<PostgresDriver['beginTransaction']>[0]): Promise<void> {
    const opened = beginStatements().map((statement) => connection.executeQuery(CompiledQuery.raw(statement)))
    Promise.all(opened).catch(() => {})
    return Promise.resolve()
  }

  /** Nothing depends on the end of a transaction that could not write (decision 68). */
  override async commitTransaction(connection: Parameters<PostgresDriver['commitTransaction']>[0]): Promise<void> {
    const mode = opening.getStore()?.mode ?? 'write'
    if (mode === 'write') await super.commitTransaction(connection)
    else await connection.executeQuery(CompiledQuery.raw(lateCommit))
  }
}

/** Kysely over the connections of a pool to a server. */
export class ServerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): ServerDriver {
    return new ServerDriver(this.#config)
  }
}

const serverTypes = new pg.TypeOverrides()
for (const [oid, parser] of Object.entries(parsers)) serverTypes.setTypeParser(Number(oid), parser)

/**
 * Opens a database on a PostgreSQL server: migrates as the URL's role over a direct connection, then works in
 * the product's role.
 * @param onLossy receives, before anything is changed, the settings with which a power cut loses changes; may throw
 * @throws when the server cannot be reached, is older than 15, or its role could see every vendor
 */
export async function openServer(
  url: string,
  { poolSize = 10, prepare = true, onLossy }: { poolSize?: number; prepare?: boolean; onLossy?: (settings: string[]) => void } = {},
): Promise<Database> {
  const owner = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: url, max: 1, types: serverTypes }),
    }),
  })
  let newer: string[]
  let cluster: Cluster
  try {
    const { rows } = await sql<{
      version: string
    }>`select current_setting('server_version_num') as version`.execute(owner)
    if (Number(rows[0]?.version) < 150_000) throw new Error('Touchline needs PostgreSQL 15 or newer')
    const lossy = onLossy ? await lossySettings(owner) : []
    if (lossy.length > 0) onLossy?.(lossy)
    newer = await migrate(owner)
    cluster = await clusterOf(owner)
    if (cluster === 'installed') await distribute(url, { isNew: true })
    if (cluster !== 'none') await turnOffJit(owner)
  } finally {
    await owner.destroy()
  }
  const { pool, ping } = openPool({ url, max: poolSize, prepare, types: serverTypes, settings: cluster === 'none' ? [] : [reachingNodes] })
  const kysely = new Kysely<Schema>({ dialect: new ServerDialect({ pool }) })
  await assertSafe(kysely)
  if (cluster !== 'none') await assertReachesNodes(kysely)
  return {
    engine: 'server',
    newer,
    kysely,
    ping,
    spill: () => spill(kysely),
    share: shareOf(Math.max(1, Math.floor(poolSize * 0.6)), connectionWaitMs),
    asOwner: null,
    close: () => kysely.destroy(),
  }
}

/** A statement that does not fit in memory spills to disk, so this needs no row, no permission and no log record. */
async function spill(kysely: Kysely<Schema>): Promise<void> {
  await sql`with "lines" as materialized (select repeat('x', 1000) as "text" from generate_series(1, 16000))
    select count("text") as "count" from "lines"`.execute(kysely)
}

/** The type parsers with which a PGlite must be opened. */
export const embeddedParsers = parsers

/**
 * Plans a statement once. By default the engine plans it again whenever its values promise a cheaper plan, and planning
 * takes longer there than running. A test checks that the plan of each list uses an index whatever the values are (decision 9).
 */
const plannedOnce = ['plan_cache_mode', 'force_generic_plan'] as const

/** The product's database on an open PGlite, migrated; `close` also closes the PGlite. */
export async function openOnPglite(pglite: PGlite, close: () => Promise<void>): Promise<Database> {
  const single = new SingleConnection(pglite)
  const kysely = new Kysely<Schema>({ dialect: single.dialect() })
  const newer = await migrate(new Kysely<unknown>({ dialect: single.dialect() }))
  const settings = [...indexesOnly, plannedOnce].map(([name, value]) => `set ${name} = ${value}`)
  await pglite.exec([...settings, `set role "${appRole}"`].join('; '))
  await assertSafe(kysely)
  return {
    engine: 'embedded',
    newer,
    kysely,
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
    spill: () => spill(kysely),
    share: (_vendorId, work) => work(),
    asOwner: (work) => single.asOwner(work, appRole),
    close: async () => {
      const release = await single.acquire()
      await close()
      release()
    },
  }
}
