import pg from 'pg'
import { appRole } from './migrator.ts'
import { DeadlineClient, PreparingClient } from './prepared.ts'

/** How long a call waits for a connection, in milliseconds. */
export const connectionWaitMs = 2_500

/** How long the check that the database answers may take, in milliseconds. */
const pingMs = 2_000

/**
 * Every read is for one vendor, through an index that begins with the vendor. A generic plan would scan
 * whole tables wherever statistics say that one vendor has most of the rows (decision 9).
 */
export const indexesOnly = [
  ['enable_seqscan', 'off'],
  // Compiling takes longer than any of our statements.
  ['jit', 'off'],
] as const

/** @param settings settings of each connection besides those of every server */
type Options = { url: string; max: number; prepare: boolean; types: pg.CustomTypesConfig; settings: readonly (readonly [string, string])[] }

/**
 * The connections of the product's role to a server. A connection that receives no answer in time is closed
 * together with all idle ones: a machine that died silently leaves every one of them open.
 */
export function openPool({ url, max, prepare, types, settings }: Options): { pool: pg.Pool; ping: () => Promise<void> } {
  const pool = new pg.Pool({
    Client: prepare ? PreparingClient : DeadlineClient,
    connectionString: url,
    max,
    // A statement need not wait until the previous one is answered.
    pipeline: true,
    types,
    connectionTimeoutMillis: connectionWaitMs,
    statement_timeout: 8_000,
    // A server that died or is unreachable can't end a statement: then we do, a little later than it would.
    query_timeout: 8_500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    options: `-c role=${appRole} ${[...indexesOnly, ...settings].map(([name, value]) => `-c ${name}=${value}`).join(' ')}`,
  })
  // A lost idle connection must not end the process; the next query takes a new one.
  pool.on('error', () => {})
  const idle = new Set<DeadlineClient>()
  pool.on('connect', (client) => {
    // The same for one lost between two statements of a transaction: the next statement on it fails.
    client.on('error', () => {})
    if (client instanceof DeadlineClient)
      client.onUnanswered = () => {
        for (const other of idle) other.giveUp()
      }
  })
  pool.on('acquire', (client) => client instanceof DeadlineClient && idle.delete(client))
  pool.on('release', (_error, client) => client instanceof DeadlineClient && idle.add(client))
  pool.on('remove', (client) => client instanceof DeadlineClient && idle.delete(client))
  return {
    pool,
    ping: async () => {
      const client = await pool.connect()
      try {
        await client.query({ text: 'select 1', query_timeout: pingMs } as pg.QueryConfig)
        client.release()
      } catch (error) {
        client.release(true)
        throw error
      }
    },
  }
}
